import { stemsOf } from '../../text/stems.ts'
import { alternatives, readSectionLines, readSections } from '../../text/word-list.ts'
import phraseList from './claim-phrases.txt' with { type: 'text' }
import wordList from './claim-words.txt' with { type: 'text' }

const words = readSections(wordList)
const phrases = readSectionLines(phraseList)
const wordsOf = (section: string) => words.get(section) ?? []
const phrasesOf = (section: string) => (phrases.get(section) ?? []).join('|')
const anyOf = (section: string) => `(?<!\\p{L})(?:${alternatives(wordsOf(section))})(?!\\p{L})`

/** Words that compare, list or recommend without a claim about any company. */
export const generic = stemsOf(wordsOf('generic').join(' '))
/** Words around check marks in tables, which only say that a company has something. */
export const besideMarks = stemsOf(wordsOf('marks').join(' '))
/** Words that only name the topic of a section. */
export const topical = stemsOf(wordsOf('topical').join(' '))

/** Words that compare the brand with a company. */
export const compares = new RegExp(anyOf('comparisons'), 'iu')
/** Words before a company name that show that the sentence is about the brand. */
export const ofBrand = new RegExp(anyOf('brand'), 'iu')
/** Words before a company that is compared with another, or replaced by it. */
export const besides = new RegExp(String.raw`(?<!\p{L})(?:${phrasesOf('besides')})\s+(?:[\p{L}]+\s)?$`, 'iu')
/** A general consequence at the end of a sentence. */
export const consequence = new RegExp(
  String.raw`,\s(?:${phrasesOf('consequences')})\s(?!that\s|far\s|much\s|many\s)([^,;:]{1,200})$`,
  'iu',
)
/** Separators of clauses. */
export const seam = new RegExp(String.raw`([,;:]|\s-\s|${anyOf('conjunctions')})`, 'iu')
