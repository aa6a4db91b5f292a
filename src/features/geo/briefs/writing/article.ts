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

/** The parts of an article as a model writes them. The code lays them out. */
export const Draft = t.Object({
  title: said,
  /** The opening: the answer to the question of the brief. */
  answer: said,
  /** The sentence that says what the brand is and who it is for, and its words for each. */
  positioning: said,
  category: said,
  audience: said,
  sections: t.Array(t.Object({ heading: t.String(), markdown: t.String() })),
  faq: t.Optional(t.Nullable(t.Array(t.Object({ question: t.String(), answer: t.String() })))),
  /** The sentence that says which product to choose when. */
  decision: said,
  /** Companies other than the brand that the text names. */
  competitors: t.Optional(t.Nullable(t.Array(t.String()))),
  recommendations: said,
})
export type Draft = Static<typeof Draft>

/** A part of an article and its heading. */
type Part = { heading: string; markdown: string }

/** A parsed article: the text before its first heading, its sections, and its questions with answers. */
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

/** The parts of an article that the code lays out. */
export type Frame = {
  sections: string[]
  questions: string[]
  decisionHeading: string
  questionsHeading: string
  updated: string
}

/**
 * Lays a draft out as an article: date, answer, the sections of the brief in its order, decision, questions
 * (contract geo 10: Article rules). Parts that the draft lacks, and parts that are not in the brief, are
 * returned as faults.
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

/**
 * Sorts parts into the order of the headings, with empty parts for missing ones, and returns the parts
 * without a heading.
 */
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
    ...invented.map((heading) => minor(`${kind}s`, `The ${kind} "${heading}" is not in the brief.`, heading)),
  ]
}

/** Whether two headings are the same after folding. */
export const isSame = (one: string, other: string) => foldHeading(one) === foldHeading(other)

const title = (depth: number, heading: string) => `${'#'.repeat(depth)} ${escapeMarkdown(oneLine(heading))}`

/** Reduces a text to one paragraph without headings, quotations and lists. */
function paragraph(text: string | null | undefined): string {
  const lines = withoutThoughts(text ?? '').split('\n')
  return oneLine(lines.map((line) => line.trim().replace(/^(?:#+|>|[-+*]|\d+[.)])\s+/, '')).join(' '))
}

/**
 * The body of a section without its heading, which the code adds; headings inside begin one level below it.
 */
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

/** Parses an article by its headings, also after edits. */
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

/** Splits a text at headings of a depth; the first part is the text above them. */
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

/** Returns the words of each block of a text. */
function blocksOf(markdown: string): string[] {
  return readTokens(markdown)
    .map(({ raw }) => plainText(raw).trim())
    .filter(Boolean)
}
