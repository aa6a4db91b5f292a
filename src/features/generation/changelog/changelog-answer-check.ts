import type { Prose } from '../../../changelog/prose.ts'
import { defineTextTask } from '../../../text-thread.ts'
import { prepareChecks } from '../../../writer/prepare-checks.ts'
import { maxCheckedHere, type TextFault } from '../../posts/text-fault.ts'
import { type PostBasis, standardOf } from '../standard.ts'
import {
  checkChangeTitle,
  checkHeadline,
  checkSentences,
  checkSummary,
  checkWords,
  explainLeftOut,
} from './changelog-checks.ts'
import type { ChangelogAnswer } from './changelog-instructions.ts'

/** The valid parts of a model's answer. The rules write the rest, except summaries in other languages. */
export type UsableAnswer = {
  title: string | null
  summary: string
  faults: TextFault[]
  wish: string[]
  highlights: Prose['highlights']
  /** Why other highlight texts cannot be used. */
  leftOut: string[]
  titles: Prose['titles']
}

type AnswerToCheck = {
  answer: ChangelogAnswer & Required<Pick<ChangelogAnswer, 'titles'>>
  basis: PostBasis
  facts: string[]
}

/** Checks a model's answer, usually on the text thread. */
export const changelogAnswerCheck = defineTextTask(
  'changelog-answer',
  maxCheckedHere,
  ({ answer, basis, facts }: AnswerToCheck): UsableAnswer => {
    const standard = standardOf(basis, facts)
    const highlights = checkWords(answer.highlights, (text) => checkSentences(text, standard))
    return {
      ...checkSummary(answer.summary, standard),
      title: checkHeadline(answer.title, standard.tags, standard),
      wish: [...new Set(answer.highlights.map(({ id }) => id))],
      highlights,
      leftOut: explainLeftOut(answer.highlights, highlights, standard),
      titles: checkWords(answer.titles, (text) => checkChangeTitle(text, standard)),
    }
  },
  prepareChecks,
)
