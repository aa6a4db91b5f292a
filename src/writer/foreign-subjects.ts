import { alternatives, readSections } from '../text/word-list.ts'
import wordList from './foreign-subjects.txt' with { type: 'text' }

type Patterns = { predicate: RegExp; noName: RegExp }

let sections: Map<string, string[]> | undefined
const known = new Map<string, Patterns | null>()

/** Whether a verb of this language follows a name, which then is the subject: " perde i dati". */
export const isSubjectIn = (language: string, after: string): boolean =>
  patternsOf(language)?.predicate.test(after) ?? false

/** Whether a word at the start of a sentence of this language is an ordinary one. */
export const beginsSentence = (language: string, lower: string): boolean =>
  patternsOf(language)?.noName.test(lower) ?? false

function patternsOf(language: string): Patterns | null {
  const found = known.get(language)
  if (found !== undefined) return found
  sections ??= readSections(wordList)
  const verbs = sections.get(`${language} verbs`)
  const of = (section: string) => alternatives(sections?.get(`${language} ${section}`) ?? [])
  const patterns = verbs
    ? {
        predicate: new RegExp(`^(?:\\s\\([^)]*\\))?,?\\s(?:${alternatives(verbs)})(?!\\p{L})`, 'iu'),
        noName: new RegExp(`^(?:(?:${of('openers')})|\\p{L}*(?:${of('endings')})|\\p{L}{1,4}['’].+)$`, 'u'),
      }
    : null
  known.set(language, patterns)
  return patterns
}
