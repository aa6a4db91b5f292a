import { languagesOfWord } from '../mentions/ordinary.ts'
import { readLines } from '../text/word-list.ts'
import names from './known-companies.txt' with { type: 'text' }
import { withLatinLetters } from './look-alikes.ts'
import { createNameNormalizer } from './name-variants.ts'
import { remember } from './remember.ts'

/** Characters before and after a name that are searched for harm. */
const nearby = 120

/** A well-known company in a sentence, and what stands around its name. */
export type KnownCompany = { name: string; isOrdinary: boolean; before: string; after: string }

/** The well-known companies that a sentence names, also in capitals or disguised by look-alike letters. */
export function knownCompaniesIn(sentence: string): KnownCompany[] {
  const { byFirstWord, readable } = lists()
  const text = readable(sentence)
  const found: KnownCompany[] = []
  for (const { 0: first, index } of text.matchAll(firstWord))
    for (const { name, capitals, isOrdinary } of byFirstWord.get(first.toLowerCase()) ?? []) {
      const end = index + name.length
      const written = text.slice(index, end)
      const isNamed =
        written === name ||
        written === capitals ||
        (!isOrdinary && isPlain(name) && written.toLowerCase() === name.toLowerCase())
      if (!isNamed || wordGoesOn.test(text.slice(end, end + 2))) continue
      const before = text.slice(Math.max(0, index - nearby), index)
      found.push({ name, isOrdinary, before, after: text.slice(end, end + nearby) })
    }
  return found
}

const firstWord = /(?<![\p{L}\p{N}@/._-])[\p{L}\p{N}]+(?:\.io)?/gu
const wordGoesOn = /^[\p{L}\p{N}]|^[-_@/]\p{L}/u
/** Shorter names count only as their bearers write them, unless those begin with a small letter: "eBay", "npm". */
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
  /** Ordinary words are names in disguise only with a sign inside: "N0tion", "Not-ion". */
  const readable = remember((text) => distinct(withPlainLetters(text).replace(disguised, ordinary)))
  return { byFirstWord, readable }
}

const disguised = /(?<![\p{L}\p{N}-])\p{Lu}(?=[\p{L}-]*[\d@$|-])[\p{L}\d@$|-]{4,30}/gu

/** A text without invisible characters; words that only look Latin are written in Latin letters. */
const withPlainLetters = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[‘’ʼ′＇`´]/gu, "'")
    .replace(/(?=\p{L}*(?:(?!\p{Script=Latin})\p{L}))[\p{L}\p{M}]+/gu, (word) => {
      const latin = withLatinLetters(word)
      return /^[a-z]+$/i.test(latin) ? latin : word
    })
