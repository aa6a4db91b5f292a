import { countWords, shorten } from '../text/line.ts'
import { splitSentences } from '../text/sentences.ts'
import { stemsOf } from '../text/stems.ts'
import { endorsements } from './details/endorsements.ts'
import { knownFigures, readFigures } from './details/figures-in-text.ts'
import { foldText } from './details/fold-text.ts'
import { peopleIn } from './details/people.ts'
import { quotationsIn } from './details/quotations.ts'
import { namesOf, studies, studyWord } from './details/studies.ts'
import { withDigits } from './number-words.ts'
import { withShortRuns } from './short-runs.ts'

/** A detail of a text that its sources do not have. */
export type UnsourcedDetail = {
  kind: 'figure' | 'endorsement' | 'study' | 'person' | 'quotation'
  detail: string
}

/** Finds the details of a plain text that its sources do not have; inline code is included. */
export type DetailCheck = (text: string) => UnsourcedDetail[]

/** The error about an unsourced detail, as a sentence that the model can act on. */
export function messageOf({ kind, detail }: UnsourcedDetail): string {
  const words = shorten(detail, maxDetail)
  if (kind === 'figure') return `No source supports the figure ${words}.`
  if (kind === 'quotation') return `The quotation "${words}" is not in any source.`
  if (kind === 'study') return `No source supports the reference to "${words}".`
  return `No source mentions "${words}".`
}

const maxDetail = 90

/** Checks the figures, certificates, awards, studies, people and quotations of texts against sources. */
export function createDetailCheck(given: string): DetailCheck {
  const sources = withShortRuns(given)
  const folded = ` ${foldText(sources)} `
  let figures: Set<string> | undefined
  let reports: Set<string>[] | undefined
  const has = (words: string) => folded.includes(` ${foldText(words)} `)
  /** Whether a sentence of the sources has a similar study. */
  function isReported(sentence: string, detail: string): boolean {
    reports ??= splitSentences(sources)
      .filter((each) => studyWord.test(each))
      .map(stemsOf)
    const said = stemsOf(sentence)
    return (
      namesOf(detail).every(has) &&
      reports.some((report) => said.intersection(report).size >= said.size * minShareOfStudy)
    )
  }
  return (text) => {
    const prose = withShortRuns(text.replaceAll('`', ''))
    figures ??= knownFigures(withDigits(sources))
    const known = figures
    const found: UnsourcedDetail[] = [
      ...readFigures(prose.replace(endorsements, ' '))
        .filter(({ keys }) => keys.some((key) => !known.has(key)))
        .map(({ detail }) => ({ kind: 'figure' as const, detail })),
      ...matchesOf(prose, endorsements)
        .filter((detail) => !has(detail))
        .map((detail) => ({ kind: 'endorsement' as const, detail })),
      ...splitSentences(prose).flatMap((sentence) =>
        matchesOf(sentence, studies)
          .filter((detail) => !isReported(sentence, detail))
          .map((detail) => ({ kind: 'study' as const, detail })),
      ),
      ...peopleIn(prose)
        .filter((detail) => !has(detail))
        .map((detail) => ({ kind: 'person' as const, detail })),
      ...quotationsIn(prose)
        .filter((detail) => countWords(detail) > maxWordsOfTerm && !folded.includes(foldText(detail)))
        .map((detail) => ({ kind: 'quotation' as const, detail })),
    ]
    // The message about a quotation is enough: its figures are part of it.
    const quotations = found.filter(({ kind }) => kind === 'quotation').map(({ detail }) => detail)
    const shown = found.filter(
      ({ kind, detail }) => kind !== 'figure' || !quotations.some((quotation) => quotation.includes(detail)),
    )
    return [...new Map(shown.map((each) => [`${each.kind} ${each.detail}`, each])).values()]
  }
}

const minShareOfStudy = 0.5
/** Longer texts in quotation marks are quotations; shorter ones are terms. */
const maxWordsOfTerm = 4

const matchesOf = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([found]) => found.trim())),
]
