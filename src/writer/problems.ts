import { alternatives, readSectionLines, readSections } from '../text/word-list.ts'
import verbList from './harmful-verbs.txt' with { type: 'text' }
import problemList from './problem-words.txt' with { type: 'text' }

let made: { problem: RegExp; harm: RegExp } | undefined

/** The patterns, compiled for the first text. */
function patterns() {
  made ??= makePatterns()
  return made
}

function makePatterns() {
  const phrases = readSectionLines(problemList).get('phrases') ?? []
  const starts = alternatives(readSections(problemList).get('starts') ?? [])
  const verbs = readSections(verbList)
  const harmful = alternatives([
    ...(verbs.get('alone') ?? []),
    ...(verbs.get('with object') ?? []),
    ...(verbs.get('charging') ?? []),
  ])
  return {
    problem: new RegExp(
      String.raw`(?<!\p{L})(?:(?:${starts})\p{L}*|(?:${phrases.join('|')})(?!\p{L}))`,
      'iu',
    ),
    harm: new RegExp(String.raw`(?<!\p{L})(?:${harmful})(?!\p{L})`, 'iu'),
  }
}

/** Whether a sentence reports a problem, with or without naming the cause: "Files vanish." */
export const reportsProblem = (sentence: string): boolean =>
  !deniesAll.test(sentence) && patterns().problem.test(sentence)

const deniesAll =
  /^\P{L}*(?:none|nothing|nobody|neither|no|never|kein\p{L}*|nichts|niemand|aucune?|rien|personne|ningun[oa]?|nada|nadie)(?!\p{L})/iu

/** Whether a sentence says that a company does harm or charges money: "The rest charge per seat." */
export const harmsObject = (sentence: string): boolean => patterns().harm.test(sentence)
