import type { Static } from '@sinclair/typebox'
import { t } from 'elysia'

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
export type Part = { heading: string; markdown: string }

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
