import { escapeMarkdown } from '../../../../markdown/escape.ts'
import { oneLine } from '../../../../text/line.ts'
import { defineTextTask } from '../../../../text-thread.ts'
import { withoutMarks } from '../../../../writer/evidence.ts'
import { prepareChecks } from '../../../../writer/prepare-checks.ts'
import { maxCheckedHere } from '../../../posts/text-fault.ts'
import { toLiteralMarkdown, unchecked } from '../../../posts/unchecked-text.ts'
import type { Draft } from './article.ts'
import { type Assignment, standardFor } from './check-again.ts'
import { judgeDraft, type Verdict } from './judge-draft.ts'

/** Lays out and checks a model's answer, usually on the text thread. */
export const articleAnswerCheck = defineTextTask(
  'article-answer',
  maxCheckedHere,
  ({ draft, ...assignment }: Assignment & { draft: Draft }): Verdict =>
    judgeDraft(draft, standardFor(assignment)),
  prepareChecks,
)

/** The verdict on an answer that takes too long to check: its escaped texts, with one blocking fault. */
export function uncheckedArticle(draft: Draft): Verdict {
  const { title, answer, positioning, sections, decision, faq } = draft
  const parts = [
    toLiteralMarkdown(answer, positioning),
    ...sections.map((each) => toPart(each.heading, each.markdown)),
    toLiteralMarkdown(decision),
    ...(faq ?? []).map((each) => toPart(each.question, each.answer)),
  ]
  const markdown = parts.filter(Boolean).join('\n\n').slice(0, maxMarkdown)
  return {
    faults: [unchecked],
    result: {
      title: withoutMarks((title ?? '').slice(0, maxLine)),
      markdown,
      words: markdown === '' ? 0 : 1,
      recommendations: null,
      category: withoutMarks((draft.category ?? '').slice(0, maxLine)),
      audience: withoutMarks((draft.audience ?? '').slice(0, maxLine)),
    },
  }
}

const maxLine = 1_000
const maxMarkdown = 100_000

const toPart = (heading: string, text: string) =>
  `## ${escapeMarkdown(oneLine(heading.slice(0, maxLine)))}\n\n${toLiteralMarkdown(text)}`
