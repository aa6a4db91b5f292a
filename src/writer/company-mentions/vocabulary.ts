import { readSections } from '../../text/word-list.ts'
import { cached } from '../cached.ts'
import english from './english.txt' with { type: 'text' }
import french from './french.txt' with { type: 'text' }
import german from './german.txt' with { type: 'text' }
import spanish from './spanish.txt' with { type: 'text' }

const lists: Record<string, string> = { English: english, French: french, German: german, Spanish: spanish }

/** Words of a section. */
type SectionWords = { has(word: string): boolean }

export type Vocabulary = ReturnType<typeof readVocabulary>

const read = new Map<string, Vocabulary>()

/** The vocabulary of integrations in a language; null if there is no list. */
export function vocabularyOf(language: string): Vocabulary | null {
  const list = lists[language]
  if (list === undefined) return null
  const vocabulary = read.get(language) ?? readVocabulary(list)
  read.set(language, vocabulary)
  return vocabulary
}

function readVocabulary(list: string) {
  const sections = readSections(list)
  const endings = sections.get('endings') ?? []
  const basesOf = cached((word) => findBases(word, endings))
  const listed = (section: string): SectionWords => new Set(sections.get(section))
  const inflected = (section: string): SectionWords => {
    const words = listed(section)
    return { has: (word) => words.has(word) || basesOf(word).some((base) => words.has(base)) }
  }
  const words = {
    ...{ actions: inflected('actions'), verbs: inflected('verbs'), things: inflected('things') },
    ...{ careful: inflected('verbs with care'), qualities: inflected('qualities') },
    ...{ states: listed('states'), adverbs: listed('adverbs'), grammar: listed('grammar') },
  }
  const plain = Object.values(words)
  return {
    ...words,
    ...{
      objects: inflected('objects'),
      harmless: inflected('harmless objects'),
      reached: inflected('reached'),
    },
    ...{ subjects: listed('subjects'), failures: listed('failures'), places: listed('places') },
    againstOwners: inflected('verbs against owners'),
    ...{ turned: listed('turned'), openers: listed('openers'), questions: listed('questions') },
    ...{ negations: listed('negations'), uninvolved: listed('uninvolved'), ended: listed('ended') },
    ...{ seams: listed('seams'), conditions: listed('conditions'), reasons: listed('reasons') },
    ...{ relatives: listed('relatives'), harms: listed('harms') },
    isPlain: (word: string) => number.test(word) || plain.some((of) => of.has(word)),
  }
}

const number = /^\p{N}+$/u

/** The possible base forms of a word: "merge" of "merged", "reply" of "replies", "drop" of "dropped". */
function findBases(word: string, endings: string[]): string[] {
  return endings.flatMap((ending) => {
    const root = word.slice(0, -ending.length)
    if (!word.endsWith(ending) || root === '') return []
    const bases = [root]
    if (/^[aei]/.test(ending)) bases.push(`${root}e`)
    if (root.endsWith('i')) bases.push(`${root.slice(0, -1)}y`)
    if (doubled.test(root)) bases.push(root.slice(0, -1))
    return bases
  })
}
const doubled = /[aeiou]([bdglmnprt])\1$/
