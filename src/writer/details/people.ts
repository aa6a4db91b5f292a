import { isAlwaysCapital, languagesOfWord } from '../../mentions/ordinary.ts'

const fullName = String.raw`\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?\s(?:(?:van|von|de|der|den|la|le|di|da)\s)*(?:\p{Lu}\.\s)?\p{Lu}[\p{L}'’]*\p{Ll}`
const role =
  'CEO|CTO|CFO|COO|founder|co-founder|cofounder|head of|director|manager|engineer|professor|Geschäftsführer(?:in)?|Gründer(?:in)?|Leiter(?:in)?|directrice|directeur|fondateur|directora?|fundadora?'
const people = [
  new RegExp(
    `(?<!\\p{L})(${fullName})(?=(?:,? who| (?:at|from|of|bei|von|chez|en) \\p{Lu}| (?:says?|said|explains?|explained|writes|wrote|reports|sagt|sagte|erklärt|dit|explique|affirme|dice|explica|afirma)(?!\\p{L})|,? (?:(?:the|a|an|der|die|le|la|el) )?(?:\\p{Ll}+ )?(?:${role})))`,
    'gu',
  ),
  new RegExp(
    `(?<!\\p{L})(${fullName})(?= (?:uses|used|loves|likes|recommends|trusts|nutzt|utilise|usa) (?:it|this|them|es|dies)(?!\\p{L}))`,
    'gu',
  ),
  new RegExp(`(?<!\\p{L})[Aa]s (${fullName})(?= (?:puts?|notes|noted|says|said)(?!\\p{L}))`, 'gu'),
  new RegExp(
    `(?<!\\p{L})(?:[Oo]ur|[Uu]nser[e]?|[Nn]otre|[Nn]uestr[oa]) (?:user|customer|reader|client|Kunde|Kundin|Nutzer|Nutzerin|cliente) (${fullName})`,
    'gu',
  ),
  new RegExp(`(?<!\\p{L})(?:${role})\\s(?:of \\p{Lu}\\p{L}+\\s)?(${fullName})`, 'gu'),
  /(?<!\p{L})((?:Dr|Prof|Mr|Mrs|Ms|Herr|Frau|Mme|Sr|Sra)\.?\s\p{Lu}\p{Ll}+)/gu,
]

/** The people that a text names with their role or with something that they say. */
export function peopleIn(text: string): string[] {
  const found = people.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name))
  return [...new Set(found)].filter((name) => {
    const words = name.split(' ')
    const isOrdinary = (word: string) => isAlwaysCapital(word) || languagesOfWord(word).length > 0
    return /^(?:Dr|Prof|Mr|Mrs|Ms|Herr|Frau|Mme|Sra?)\b/.test(name) || !words.every(isOrdinary)
  })
}
