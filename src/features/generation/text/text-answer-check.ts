import { plainText, rebuildMarkdown } from '../../../markdown/rebuild.ts'
import { countWords, shorten } from '../../../text/line.ts'
import { defineTextTask } from '../../../text-thread.ts'
import type { Fault } from '../../../writer/ask.ts'
import { faultsOf, withoutMarks, withoutThoughts } from '../../../writer/evidence.ts'
import { prepareChecks } from '../../../writer/prepare-checks.ts'
import { maxCheckedHere } from '../../posts/text-fault.ts'
import { toLiteralMarkdown, unchecked } from '../../posts/unchecked-text.ts'
import { checkTitle } from '../post-checks.ts'
import { type PostBasis, type PostStandard, standardOf } from '../standard.ts'
import { formats, type TextAnswer, type TextType } from './text-instructions.ts'
import type { Bullets, Resolve } from './text-layout.ts'

const maxRecommendations = 2_000
const maxFirstLine = 80

/** A model's answer with what it is checked against. */
type AnswerToCheck = {
  answer: TextAnswer
  type: TextType
  basis: PostBasis
  facts: string[]
  /** The addresses of changes by their short ids. */
  addresses: Map<string, string>
  bullets: Bullets
}

export type Verdict = { faults: Fault[]; result: Result }
type Result =
  | { skipped: string }
  | {
      skipped: null
      title: string
      /** The title of a post that the model left untitled. */
      firstLine: string
      markdown: string
      isEmpty: boolean
      recommendations: string | null
    }

/** Lays out and checks a model's answer, usually on the text thread. */
export const textAnswerCheck = defineTextTask(
  'text-answer',
  maxCheckedHere,
  ({ answer, type, basis, facts, addresses, bullets }: AnswerToCheck): Verdict => {
    const standard = standardOf(basis, facts)
    const resolve: Resolve = (href) => (standard.links.has(href) ? href : (addresses.get(href) ?? null))
    const { layOut, check } = formats[type]
    const said = answer.markdown?.trim() ?? ''
    const reason = shorten(withoutMarks(answer.skip ?? ''), 300)
    if (reason !== '' && said === '') {
      return { faults: faultsOf(reason, standard), result: { skipped: reason } }
    }
    const title = withoutMarks(answer.title ?? '')
    const { markdown, faults } = layOut(said, resolve, bullets)
    return {
      faults: [...checkTitle(title, standard), ...check(markdown, standard), ...faults],
      result: {
        skipped: null,
        title,
        firstLine: firstLineOf(plainText(markdown)),
        markdown,
        isEmpty: countWords(plainText(markdown)) === 0,
        recommendations: checkRecommendations(answer.recommendations, standard, resolve),
      },
    }
  },
  prepareChecks,
)

/** The verdict on an answer that takes too long to check: its escaped text, with one blocking fault. */
export function uncheckedAnswer({ title, markdown }: TextAnswer): Verdict {
  const literal = toLiteralMarkdown(markdown)
  return {
    faults: [unchecked],
    result: {
      skipped: null,
      title: withoutMarks((title ?? '').slice(0, 1_000)),
      firstLine: firstLineOf(literal.slice(0, 1_000)),
      markdown: literal,
      isEmpty: literal === '',
      recommendations: null,
    },
  }
}

const firstLineOf = (text: string) => shorten(withoutMarks(text.trim().split('\n')[0] ?? ''), maxFirstLine)

function checkRecommendations(
  text: string | null | undefined,
  standard: PostStandard,
  resolve: Resolve,
): string | null {
  const said = withoutThoughts(text ?? '', maxRecommendations)
  const rebuilt = rebuildMarkdown(said, { resolve }).trim()
  return rebuilt === '' || faultsOf(rebuilt, standard).length > 0 ? null : rebuilt
}
