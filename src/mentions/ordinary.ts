import { fold } from './fold.ts'
import listed from './ordinary-words.txt' with { type: 'text' }

/** Languages by their ordinary words, folded like answers; loaded for the first name. */
let languages: Map<string, string[]> | null = null

/** Pronouns, conjunctions and other function words, which often start a sentence. */
const grammar = new Set(
  `a about after all also an and any as at be because before but by can could do each every for from go had has have
  he her here his how i if in into is it its just let many may me more most my never no not now of on one only or other
  our out over own she should since so some such than that the their them then there these they this those through to
  too two under up us use was we well were what when where which while who why will with would you your`.split(
    /\s+/,
  ),
)

/** Ordinary words and abbreviations that always have a capital, including single letters. */
const alwaysCapital = new Set(
  `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
  october november december christmas easter english french german spanish italian dutch swedish europe america asia
  africa earth god internet ai api ceo crm css cto erp eu faq gps hr html id it ok pc pdf pr seo sms sql tv ui uk un us
  usa ux vpn a b c d e f g h i j k l m n o p q r s t u v w x y z`.split(/\s+/),
)

/** The languages in which a word is ordinary; if there are none, it can only be a name. */
export function languagesOfWord(word: string): string[] {
  const folded = foldWord(word)
  languages ??= readWords(listed)
  return languages.get(folded) ?? (alwaysCapital.has(folded) ? ['en'] : [])
}

/** Whether a word always has a capital, so that the capital is no evidence for a name. */
export function isAlwaysCapital(word: string): boolean {
  return alwaysCapital.has(foldWord(word))
}

/** Whether a word is a function word. */
export function isGrammar(word: string): boolean {
  return grammar.has(foldWord(word))
}

function foldWord(word: string): string {
  if (/^[a-z]*$/.test(word)) return word
  return String.fromCharCode(...fold(word).filter((code) => code !== 0))
}

function readWords(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  let language = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('#')) continue
    if (line.startsWith('[')) language = line.slice(1, -1)
    else for (const word of line.split(' ')) add(found, foldWord(word), language)
  }
  return found
}

function add(found: Map<string, string[]>, word: string, language: string): void {
  const before = found.get(word)
  if (!before) found.set(word, [language])
  else if (!before.includes(language)) before.push(language)
}
