/** Texts that code adds to an article: its date, and the headings of its decision and its questions. */
type Phrases = { locale: string; decision: string; questions: string; updated(month: string): string }

/** Language of a brand that has not set one. */
export const standardLanguage = 'English'

const english: Phrases = {
  locale: 'en',
  decision: 'Conclusion',
  questions: 'Frequently asked questions',
  updated: (month) => `Updated ${month}`,
}

/** By the English names of the languages that a brand can use. */
export const phrases: Record<string, Phrases> = {
  English: english,
  Spanish: {
    locale: 'es',
    decision: 'Conclusión',
    questions: 'Preguntas frecuentes',
    updated: (month) => `Actualizado en ${month}`,
  },
  French: {
    locale: 'fr',
    decision: 'Conclusion',
    questions: 'Questions fréquentes',
    updated: (month) => `Mis à jour en ${month}`,
  },
  German: {
    locale: 'de',
    decision: 'Fazit',
    questions: 'Häufige Fragen',
    updated: (month) => `Aktualisiert im ${month}`,
  },
  Portuguese: {
    locale: 'pt',
    decision: 'Conclusão',
    questions: 'Perguntas frequentes',
    updated: (month) => `Atualizado em ${month}`,
  },
  Dutch: {
    locale: 'nl',
    decision: 'Conclusie',
    questions: 'Veelgestelde vragen',
    updated: (month) => `Bijgewerkt in ${month}`,
  },
  Italian: {
    locale: 'it',
    decision: 'Conclusione',
    questions: 'Domande frequenti',
    updated: (month) => `Aggiornato a ${month}`,
  },
  Japanese: {
    locale: 'ja',
    decision: 'まとめ',
    questions: 'よくある質問',
    updated: (month) => `${month}更新`,
  },
  Korean: {
    locale: 'ko',
    decision: '결론',
    questions: '자주 묻는 질문',
    updated: (month) => `${month} 업데이트`,
  },
  Chinese: { locale: 'zh', decision: '结论', questions: '常见问题', updated: (month) => `${month}更新` },
  Arabic: {
    locale: 'ar',
    decision: 'الخلاصة',
    questions: 'الأسئلة الشائعة',
    updated: (month) => `آخر تحديث: ${month}`,
  },
  Hindi: {
    locale: 'hi',
    decision: 'निष्कर्ष',
    questions: 'अक्सर पूछे जाने वाले प्रश्न',
    updated: (month) => `अपडेट किया गया: ${month}`,
  },
  Russian: {
    locale: 'ru',
    decision: 'Вывод',
    questions: 'Частые вопросы',
    updated: (month) => `Обновлено: ${month}`,
  },
  Turkish: {
    locale: 'tr',
    decision: 'Sonuç',
    questions: 'Sık sorulan sorular',
    updated: (month) => `Güncelleme: ${month}`,
  },
  Polish: {
    locale: 'pl',
    decision: 'Podsumowanie',
    questions: 'Najczęstsze pytania',
    updated: (month) => `Aktualizacja: ${month}`,
  },
  Swedish: {
    locale: 'sv',
    decision: 'Slutsats',
    questions: 'Vanliga frågor',
    updated: (month) => `Uppdaterad i ${month}`,
  },
  Danish: {
    locale: 'da',
    decision: 'Konklusion',
    questions: 'Ofte stillede spørgsmål',
    updated: (month) => `Opdateret i ${month}`,
  },
  Norwegian: {
    locale: 'nb',
    decision: 'Konklusjon',
    questions: 'Vanlige spørsmål',
    updated: (month) => `Oppdatert i ${month}`,
  },
  Finnish: {
    locale: 'fi',
    decision: 'Yhteenveto',
    questions: 'Usein kysytyt kysymykset',
    updated: (month) => `Päivitetty: ${month}`,
  },
  Czech: {
    locale: 'cs',
    decision: 'Závěr',
    questions: 'Časté otázky',
    updated: (month) => `Aktualizováno: ${month}`,
  },
  Romanian: {
    locale: 'ro',
    decision: 'Concluzie',
    questions: 'Întrebări frecvente',
    updated: (month) => `Actualizat în ${month}`,
  },
  Hungarian: {
    locale: 'hu',
    decision: 'Összegzés',
    questions: 'Gyakori kérdések',
    updated: (month) => `Frissítve: ${month}`,
  },
  Greek: {
    locale: 'el',
    decision: 'Συμπέρασμα',
    questions: 'Συχνές ερωτήσεις',
    updated: (month) => `Ενημέρωση: ${month}`,
  },
  Thai: {
    locale: 'th-u-ca-gregory',
    decision: 'สรุป',
    questions: 'คำถามที่พบบ่อย',
    updated: (month) => `อัปเดต: ${month}`,
  },
  Vietnamese: {
    locale: 'vi',
    decision: 'Kết luận',
    questions: 'Câu hỏi thường gặp',
    updated: (month) => `Cập nhật: ${month}`,
  },
  Indonesian: {
    locale: 'id',
    decision: 'Kesimpulan',
    questions: 'Pertanyaan yang sering diajukan',
    updated: (month) => `Diperbarui ${month}`,
  },
  Ukrainian: {
    locale: 'uk',
    decision: 'Висновок',
    questions: 'Поширені запитання',
    updated: (month) => `Оновлено: ${month}`,
  },
  Hebrew: {
    locale: 'he',
    decision: 'סיכום',
    questions: 'שאלות נפוצות',
    updated: (month) => `עודכן: ${month}`,
  },
}

/** The English names of the languages that a brand can use. */
export const languages = Object.keys(phrases)

const phrasesOf = (language: string) => phrases[language] ?? english

/** The heading of an article's questions; takes the English name of a language. */
export const questionsHeading = (language: string) => phrasesOf(language).questions

/** The heading of an article's decision; takes the English name of a language. */
export const decisionHeading = (language: string) => phrasesOf(language).decision

/** The date of an article, as "Updated March 2026". */
export function updatedIn(language: string, moment: Date): string {
  const { locale, updated } = phrasesOf(language)
  return updated(monthsIn(locale).format(moment))
}

const formats = new Map<string, Intl.DateTimeFormat>()

function monthsIn(locale: string): Intl.DateTimeFormat {
  const format =
    formats.get(locale) ??
    new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  formats.set(locale, format)
  return format
}

// The order of month and year depends on the language.
const updatedLines = Object.values(phrases).map(({ updated }) => {
  const around = updated('@').split('@').map(RegExp.escape)
  return new RegExp(`^${around.join('.{3,30}')}$`, 'u')
})

/** True for an "updated" line of an article, in any of the languages. */
export const tellsWhenUpdated = (line: string) =>
  line.length < 80 && /\p{Nd}{4}/u.test(line) && updatedLines.some((each) => each.test(line))
