import { readSections } from '../../text/word-list.ts'
import english from './english.txt' with { type: 'text' }
import french from './french.txt' with { type: 'text' }
import german from './german.txt' with { type: 'text' }
import spanish from './spanish.txt' with { type: 'text' }

const lists: Record<string, string> = { English: english, French: french, German: german, Spanish: spanish }

export type Vocabulary = ReturnType<typeof readVocabulary>

const read = new Map<string, Vocabulary>()

/** The words of sentences about integrations in a language; null where there is no list of them. */
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
  const listed = (section: string): ReadonlySet<string> => new Set(sections.get(section))
  const inflected = (section: string): ReadonlySet<string> =>
    new Set((sections.get(section) ?? []).flatMap((word) => formsOf(word, endings)))
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
    ...{ turned: listed('turned'), openers: listed('openers'), questions: listed('questions') },
    ...{ negations: listed('negations'), uninvolved: listed('uninvolved'), ended: listed('ended') },
    ...{ seams: listed('seams'), conditions: listed('conditions'), reasons: listed('reasons') },
    ...{ relatives: listed('relatives'), harms: listed('harms') },
    isPlain: (word: string) => number.test(word) || plain.some((of) => of.has(word)),
  }
}

const number = /^\p{N}+$/u

/** The regular forms of a word: "merge", "merged", "merging"; "reply", "replies"; "drop", "dropped". */
const formsOf = (word: string, endings: string[]): string[] => [
  word,
  ...endings.flatMap((ending) => [
    word + ending,
    ...(/e$/.test(word) && /^[aei]/.test(ending) ? [word.slice(0, -1) + ending] : []),
    ...(/[^aeiou]y$/.test(word) ? [`${word.slice(0, -1)}i${ending}`] : []),
    ...(/[aeiou][bdglmnprt]$/.test(word) ? [word + word.at(-1) + ending] : []),
  ]),
]
