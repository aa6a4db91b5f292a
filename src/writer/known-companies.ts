import { languagesOfWord } from '../mentions/ordinary.ts'
import { readLines } from '../text/word-list.ts'
import { cached } from './cached.ts'
import names from './known-companies.txt' with { type: 'text' }
import { withLatinLetters } from './look-alikes.ts'
import { createNameNormalizer } from './name-variants.ts'

/** Characters before and after a name that are checked. */
const nearby = 120

/** A well-known company in a sentence, with the text around its name. */
export type KnownCompany = { name: string; isOrdinary: boolean; before: string; after: string }

type NamedCompany = KnownCompany & { start: number; end: number }

/** The well-known companies that a sentence names, also in capitals or with look-alike letters. */
export const knownCompaniesIn = (sentence: string): KnownCompany[] => readKnownCompanies(sentence).found

/** The same with their positions in the sentence, in which disguised names are corrected. */
export function readKnownCompanies(sentence: string): { text: string; found: NamedCompany[] } {
  const { byFirstWord, readable } = lists()
  const text = readable(sentence)
  const found: NamedCompany[] = []
  for (const { 0: first, index: start } of text.matchAll(firstWord))
    for (const { name, capitals, isOrdinary } of byFirstWord.get(first.toLowerCase()) ?? []) {
      const end = start + name.length
      const written = text.slice(start, end)
      const isNamed =
        written === name ||
        written === capitals ||
        (!isOrdinary && isPlain(name) && written.toLowerCase() === name.toLowerCase())
      const next = text.slice(end, end + 2)
      if (!isNamed || written === file || wordGoesOn.test(next) || (written !== name && compound.test(next)))
        continue
      const before = text.slice(Math.max(0, start - nearby), start)
      found.push({ name, isOrdinary, start, end, before, after: text.slice(end, end + nearby) })
    }
  return { text, found }
}

const firstWord =
  /(?<![[\p{L}\p{N}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]]|[@\/._\-])[\p{sc=Latin}\p{N}]+(?:\.io)?/gv
const wordGoesOn = /^[[\p{L}\p{N}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]]|^[_@\/]\p{L}/v
/** A file name, not a company. */
const file = 'README'
/** "Slack-Nachrichten" names Slack, but "docker-compose" is a program. */
const compound = /^-\p{L}/u
/** Shorter names must be spelled exactly, unless they start with a lower-case letter: "eBay", "npm". */
const minPlain = 5
const isPlain = (name: string) => name.length >= minPlain || /^\p{Ll}/u.test(name)

let made: ReturnType<typeof makeLists> | undefined
const lists = () => {
  made ??= makeLists()
  return made
}

function makeLists() {
  const known = readLines(names).map((name) => ({
    ...{ name, capitals: name.toUpperCase(), isOrdinary: languagesOfWord(name).length > 0 },
  }))
  const byFirstWord = Map.groupBy(known, ({ name }) => (name.split(' ')[0] ?? name).toLowerCase())
  const namesOf = (isOrdinary: boolean) =>
    createNameNormalizer(known.filter((each) => each.isOrdinary === isOrdinary).map(({ name }) => name))
  const distinct = namesOf(false)
  const ordinary = namesOf(true)
  /** Ordinary words are disguised names only with punctuation or a digit inside: "N0tion", "Not-ion". */
  const readable = cached((text) => distinct(withPlainLetters(text).replace(disguised, ordinary)))
  return { byFirstWord, readable }
}

const disguised = /(?<![\p{L}\p{N}-])\p{Lu}(?=[\p{L}-]*[\d@$|-])[\p{L}\d@$|-]{4,30}/gu

/** A text without invisible characters, and with Latin letters in words that only look Latin. */
const withPlainLetters = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[‘’ʼ′＇`´]/gu, "'")
    .replace(/(?=\p{L}*(?:(?!\p{Script=Latin})\p{L}))[\p{L}\p{M}]+/gu, (word) => {
      const latin = withLatinLetters(word)
      return /^[a-z]+$/i.test(latin) ? latin : word
    })
