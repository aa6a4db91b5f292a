import { describe, expect, test } from 'bun:test'
import { isInLanguage } from '../../src/writer/language.ts'

/** The same thought in every language that a brand can write in. */
const texts: Record<string, string> = {
  English:
    'A changelog tells the people who use a product what is new in it, and it is read before the release.',
  Spanish:
    'Un registro de cambios cuenta a las personas que usan un producto lo que es nuevo, y se lee antes de la versión.',
  French:
    'Un journal des modifications dit aux personnes qui utilisent un produit ce qui est nouveau, et il est lu avant la version.',
  German:
    'Ein Änderungsprotokoll sagt den Menschen, die ein Produkt nutzen, was neu ist, und es wird vor der Version gelesen.',
  Portuguese:
    'Um registro de mudanças diz às pessoas que usam um produto o que é novo, e não é lido depois da versão.',
  Dutch:
    'Een wijzigingslog vertelt de mensen die een product gebruiken wat er nieuw is, en het is niet na de versie gelezen.',
  Italian:
    'Un registro delle modifiche dice alle persone che usano un prodotto che cosa è nuovo, e non si legge dopo la versione.',
  Turkish:
    'Bir değişiklik günlüğü, ürünü kullanan kişilere neyin yeni olduğunu anlatır ve sürümden önce çok okunur.',
  Polish:
    'Dziennik zmian mówi ludziom, którzy używają produktu, co jest nowe, i nie jest czytany po wydaniu.',
  Swedish:
    'En ändringslogg berättar för dem som använder en produkt vad som är nytt, och den läses inte efter versionen.',
  Danish:
    'En ændringslog fortæller dem, som bruger et produkt, hvad der er nyt, og den læses ikke efter versionen af dem.',
  Norwegian:
    'En endringslogg forteller dem som bruker et produkt hva som er nytt, og den leses ikke etter versjonen av noen.',
  Finnish:
    'Muutosloki kertoo tuotteen käyttäjille, mikä on uutta, ja se ei ole luettu vasta julkaisun jälkeen, kun se on myös tärkeä.',
  Czech:
    'Seznam změn říká lidem, kteří používají produkt, co je nového, a nečte se až po vydání, ale před ním.',
  Romanian:
    'Un jurnal de modificări le spune oamenilor care folosesc un produs ce este nou și nu se citește după versiune.',
  Hungarian:
    'A változásnapló elmondja azoknak, akik egy terméket használnak, hogy mi az új, és nem csak a kiadás után olvassák.',
  Vietnamese:
    'Nhật ký thay đổi cho những người dùng một sản phẩm biết có gì mới, và được đọc trước khi phát hành.',
  Indonesian:
    'Catatan perubahan memberi tahu orang yang memakai produk apa yang baru, dan tidak dibaca setelah rilis itu.',
  Japanese: '変更履歴は、製品を使う人に何が新しいかを伝え、リリースの前に読まれます。',
  Chinese: '更新日志告诉使用产品的人有什么新内容，并且在发布之前阅读。',
  Korean: '변경 로그는 제품을 사용하는 사람들에게 무엇이 새로운지 알려 주며 릴리스 전에 읽힙니다.',
  Arabic: 'يخبر سجل التغييرات الأشخاص الذين يستخدمون المنتج بما هو جديد، ويُقرأ قبل الإصدار.',
  Hindi: 'परिवर्तन सूची उत्पाद का उपयोग करने वाले लोगों को बताती है कि क्या नया है।',
  Russian:
    'Журнал изменений рассказывает людям, которые пользуются продуктом, что нового, и его читают до выпуска.',
  Ukrainian:
    'Журнал змін розповідає людям, які користуються продуктом, що нового, і його читають до випуску.',
  Greek: 'Το αρχείο αλλαγών λέει στους ανθρώπους που χρησιμοποιούν ένα προϊόν τι νέο υπάρχει.',
  Thai: 'บันทึกการเปลี่ยนแปลงบอกผู้ที่ใช้ผลิตภัณฑ์ว่ามีอะไรใหม่และควรอ่านก่อนการเผยแพร่',
  Hebrew: 'יומן השינויים מספר לאנשים שמשתמשים במוצר מה חדש, וקוראים אותו לפני ההפצה.',
}
/** Distinguished by so few letters that a text may be taken for either. */
const kin = [['Danish', 'Norwegian']]

describe.each(Object.keys(texts))('%s', (language) => {
  test('its own text is in it', () => {
    expect(isInLanguage(texts[language] ?? '', language)).toBe(true)
  })

  test('no other text is', () => {
    const taken = Object.keys(texts).filter((other) => isInLanguage(texts[other] ?? '', language))
    const allowed = kin.find((each) => each.includes(language)) ?? [language]
    expect(taken.filter((other) => !allowed.includes(other))).toEqual([])
  })
})

test('names and code of another script may be in any text', () => {
  expect(isInLanguage('Acme は GitHub の pull request を読みます。', 'Japanese')).toBe(true)
})

test('a text without evidence is taken to be in the language', () => {
  expect(isInLanguage('Acme Globex 2026', 'German')).toBe(true)
  expect(isInLanguage('', 'Japanese')).toBe(true)
  expect(isInLanguage('whatever it says', 'Klingon')).toBe(true)
})
