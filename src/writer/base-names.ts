import { languagesOfEnding, listStems } from '../mentions/endings.ts'
import { languagesOfWord } from '../mentions/ordinary.ts'
import { readLines } from '../text/word-list.ts'
import names from './known-companies.txt' with { type: 'text' }

/** Languages that add endings to names. */
const codes: Record<string, string> = {
  ...{ Czech: 'cs', Finnish: 'fi', Hungarian: 'hu', Polish: 'pl', Romanian: 'ro', Turkish: 'tr' },
}

/** Shorter names are the beginning of too many words. */
const minName = 4
const prefixLength = 3

let byPrefix: Map<string, string[]> | undefined

/** A text with well-known companies in their base form: in a Polish text, "Slackiem" becomes "Slack". */
export function withBaseNames(text: string, language: string): string {
  const code = codes[language]
  if (code === undefined) return text
  byPrefix ??= Map.groupBy(
    readLines(names).filter((name) => name.length >= minName && /^\p{Lu}[\p{L}]+$/u.test(name)),
    (name) => name.slice(0, prefixLength),
  )
  const known = byPrefix
  return text.replace(capitalized, (word) => {
    if (languagesOfWord(word).includes(code)) return word
    const candidates = known.get(word.slice(0, prefixLength)) ?? []
    return candidates.find((name) => isForm(word, name, code)) ?? word
  })
}

const capitalized = /(?<![\p{L}\p{N}@/._-])\p{Lu}[\p{L}\p{M}]+(?![\p{L}\p{N}@/_])/gu

/** Whether a word is a name with an ending of the language. */
const isForm = (word: string, name: string, code: string): boolean =>
  listStems(name.toLowerCase()).some(({ stem, cut }) => {
    const base = name.slice(0, name.length - cut)
    const ending = foldEnding(word.slice(base.length))
    return (
      word.startsWith(base) &&
      ending !== '' &&
      languagesOfEnding(stem, base.at(-1) ?? '', ending).includes(code)
    )
  })

/** Without accents, as the lists of endings are written. */
const foldEnding = (ending: string) =>
  ending.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ı', 'i').replaceAll('ł', 'l')
