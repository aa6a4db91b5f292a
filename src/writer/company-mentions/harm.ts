import { alternatives, readSectionLines, readSections } from '../../text/word-list.ts'
import { loadedWordsIn } from '../loaded-words.ts'
import wordList from './harm-words.txt' with { type: 'text' }

let made: { judging: RegExp; losing: RegExp; insinuating: RegExp } | undefined
const patterns = () => {
  made ??= makePatterns()
  return made
}

function makePatterns() {
  const sections = readSections(wordList)
  const starts = (sections.get('starts') ?? []).join('|')
  const of = (section: string) => alternatives(sections.get(section) ?? [])
  return {
    judging: new RegExp(`(?<!\\p{L})(?:(?:${starts})\\p{L}*|(?:${of('words')})(?!\\p{L}))`, 'iu'),
    insinuating: new RegExp(
      `(?<!\\p{L})(?:${(readSectionLines(wordList).get('insinuations') ?? []).join('|')})(?!\\p{L})`,
      'iu',
    ),
    losing: new RegExp(`(?<!\\p{L})(?:${of('losses')})(?!\\p{L})`, 'iu'),
  }
}

/** Whether a text has a word of judgment: "bloated", "a nightmare". */
export const hasJudgment = (text: string): boolean => patterns().judging.test(text)

/** Whether a text blames somebody in words that are neutral alone: "stop when you need them". */
export const insinuates = (text: string): boolean => patterns().insinuating.test(text)

/** Whether a text has a word of harm or judgment, also a disguised one: "l3aks", "le-aks". */
export const hasHarm = (text: string): boolean =>
  [text, ...disguisesOf(text)].some(
    (each) =>
      hasJudgment(each) ||
      patterns().losing.test(each) ||
      loadedWordsIn(each).some((found) => !technical.test(found)),
  )

/** Failures that any product can have; no blame. */
const technical =
  /^(?:crash|outage|downtime|slow|broken$|breaks?$|fail|go(?:es)? down|shut|collaps|discontinued|los(?:es?|ing|t) )/iu

/**
 * A text with disguised words restored, where punctuation, spaces or digits hide letters; empty if there are none.
 */
function disguisesOf(text: string): string[] {
  const joined = text
    .replace(/(?<=\p{L})[-_.*·•](?=\p{L})/gu, '')
    .replace(/(?<!\p{L})(?:\p{L} ){2,30}\p{L}(?!\p{L})/gu, (run) => run.replaceAll(' ', ''))
  const spelled = joined.replace(/[\p{L}013457@$]{3,40}/gu, (word) =>
    /\p{L}.*\p{L}/u.test(word) ? word.replace(/[013457@$]/g, (sign) => letters[sign] ?? sign) : word,
  )
  return spelled === text ? [] : [joined, spelled]
}
const letters: Record<string, string> = {
  ...{ '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' },
}
