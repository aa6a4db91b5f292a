import type { Static } from '@sinclair/typebox'
import { t } from 'elysia'
import type { MarkedToken } from 'marked'
import { escapeMarkdown } from '../../../../markdown/escape.ts'
import { plainText } from '../../../../markdown/rebuild.ts'
import { readTokens } from '../../../../markdown/tokens.ts'
import { oneLine } from '../../../../text/line.ts'
import { withoutThoughts } from '../../../../writer/evidence.ts'
import { minor, type TextFault } from '../../../posts/text-fault.ts'
import { foldHeading } from '../rules.ts'

const said = t.Optional(t.Nullable(t.String()))

/** An article in its parts, as a model writes it; how they stand together is laid down by code. */
export const Draft = t.Object({
  title: said,
  /** What is said first: the answer to the question of the brief. */
  answer: said,
  /** The sentence that says what the brand is and for whom, and the words of it that do. */
  positioning: said,
  category: said,
  audience: said,
  sections: t.Array(t.Object({ heading: t.String(), markdown: t.String() })),
  faq: t.Optional(t.Nullable(t.Array(t.Object({ question: t.String(), answer: t.String() })))),
  /** The sentence that tells whom to choose when. */
  decision: said,
  /** Whom beside the brand the text names. */
  competitors: t.Optional(t.Nullable(t.Array(t.String()))),
  recommendations: said,
})
export type Draft = Static<typeof Draft>

/** Parts of an article under their headings. */
type Part = { heading: string; markdown: string }

/** An article as it reads: what stands before its first heading, its sections, and its questions with answers. */
export type Article = {
  markdown: string
  updated: string
  /** The paragraphs before the first heading. */
  lead: string[]
  sections: Part[]
  /** The Markdown under the heading of the decision; null without that heading. */
  decision: string | null
  questions: Part[]
}

/** What of an article is laid down by code. */
export type Frame = {
  sections: string[]
  questions: string[]
  decisionHeading: string
  questionsHeading: string
  updated: string
}

/**
 * Lays a draft out as an article: when it is of, the answer, the sections of the brief in its order, the decision, the
 * questions (contract geo 10: Article rules). What the draft lacks, or has beyond the brief, is told as faults.
 */
export function layOut(draft: Draft, frame: Frame): { markdown: string; faults: TextFault[] } {
  const sections = arrange(
    frame.sections,
    draft.sections.map(({ heading, markdown }) => ({ heading, markdown: withoutThoughts(markdown) })),
  )
  const questions = arrange(
    frame.questions,
    (draft.faq ?? []).map(({ question, answer }) => ({
      heading: question,
      markdown: withoutThoughts(answer),
    })),
  )
  const decision = paragraph(draft.decision)
  const parts = [
    `*${frame.updated}*`,
    paragraph(draft.answer),
    paragraph(draft.positioning),
    ...sections.parts.flatMap(({ heading, markdown }) => [title(2, heading), bodyOf(heading, markdown)]),
    ...(decision === '' ? [] : [title(2, frame.decisionHeading), decision]),
    ...(frame.questions.length > 0 ? [title(2, frame.questionsHeading)] : []),
    ...questions.parts.flatMap(({ heading, markdown }) => [title(3, heading), paragraph(markdown)]),
  ]
  return {
    markdown: parts.filter(Boolean).join('\n\n'),
    faults: [
      ...(paragraph(draft.answer) === '' ? [minor('answer', 'The answer is missing.')] : []),
      ...toFaults('section', sections),
      ...toFaults('question', questions),
    ],
  }
}

/** Parts in the order of their headings, the missing ones empty; and what there is no heading for. */
function arrange(headings: string[], parts: Part[]) {
  const left = [...parts]
  const arranged = headings.map((heading) => {
    const at = left.findIndex((part) => isSame(part.heading, heading))
    const [found] = at < 0 ? [] : left.splice(at, 1)
    return { heading, markdown: found?.markdown.trim() ?? '' }
  })
  return { parts: arranged, invented: left.map(({ heading }) => oneLine(heading)) }
}

function toFaults(kind: string, { parts, invented }: ReturnType<typeof arrange>): TextFault[] {
  const missing = parts.filter(({ markdown }) => markdown === '')
  return [
    ...missing.map(({ heading }) => minor(`${kind}s`, `The ${kind} "${heading}" is missing.`, heading)),
    ...invented.map((heading) =>
      minor(`${kind}s`, `The ${kind} "${heading}" is none of the brief's.`, heading),
    ),
  ]
}

/** Whether two headings say the same. */
export const isSame = (one: string, other: string) => foldHeading(one) === foldHeading(other)

const title = (depth: number, heading: string) => `${'#'.repeat(depth)} ${escapeMarkdown(oneLine(heading))}`

/** A text of one paragraph: whatever made a heading, a quotation or a list of its lines is left out. */
function paragraph(text: string | null | undefined): string {
  const lines = withoutThoughts(text ?? '').split('\n')
  return oneLine(lines.map((line) => line.trim().replace(/^(?:#+|>|[-+*]|\d+[.)])\s+/, '')).join(' '))
}

/** The body of a section: without its heading, which is laid down, and with its own headings just below that. */
function bodyOf(heading: string, markdown: string): string {
  const tokens = readTokens(markdown) as MarkedToken[]
  const [first] = tokens
  if (first?.type === 'heading' && isSame(first.text, heading)) tokens.shift()
  const highest = Math.min(...tokens.map((token) => (token.type === 'heading' ? token.depth : 6)))
  return tokens
    .map((token) =>
      token.type === 'heading' ? `${'#'.repeat(token.depth - highest + 3)} ${token.text}\n\n` : token.raw,
    )
    .join('')
    .trim()
}

/** Reads an article by its headings, whoever wrote it. */
export function readArticle(
  markdown: string,
  { decisionHeading, questionsHeading }: Pick<Frame, 'decisionHeading' | 'questionsHeading'>,
): Article {
  const [before, ...parts] = splitAt(2, markdown)
  const [updated = '', ...lead] = blocksOf(before?.markdown ?? '')
  const last = parts.at(-1)
  const hasQuestions = last !== undefined && isSame(last.heading, questionsHeading)
  const beforeQuestions = hasQuestions ? parts.slice(0, -1) : parts
  const end = beforeQuestions.at(-1)
  const hasDecision = end !== undefined && isSame(end.heading, decisionHeading)
  return {
    markdown,
    updated,
    lead,
    sections: hasDecision ? beforeQuestions.slice(0, -1) : beforeQuestions,
    decision: hasDecision ? end.markdown : null,
    questions: hasQuestions ? splitAt(3, last.markdown).slice(1) : [],
  }
}

/** The parts below headings of a depth; the first is what stands above them all. */
function splitAt(depth: number, markdown: string): Part[] {
  const parts: Part[] = [{ heading: '', markdown: '' }]
  for (const token of readTokens(markdown) as MarkedToken[]) {
    const last = parts.at(-1)
    if (token.type === 'heading' && token.depth <= depth)
      parts.push({ heading: plainText(token.raw).trim(), markdown: '' })
    else if (last) last.markdown += token.raw
  }
  return parts
}

/** The blocks of a text in words. */
function blocksOf(markdown: string): string[] {
  return readTokens(markdown)
    .map(({ raw }) => plainText(raw).trim())
    .filter(Boolean)
}
