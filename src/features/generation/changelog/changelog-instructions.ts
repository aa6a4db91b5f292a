import type { Static } from '@sinclair/typebox'
import { t } from 'elysia'
import { type Instructions, instructionsFor } from '../../../writer/voice.ts'
import type { WritingBrief } from '../prompt.ts'
import { summaryLength } from './changelog-checks.ts'

export const ChangelogAnswer = t.Object({
  title: t.String(),
  summary: t.String(),
  highlights: t.Array(t.Object({ id: t.String(), text: t.String() })),
  titles: t.Optional(t.Array(t.Object({ id: t.String(), text: t.String() }))),
})
export type ChangelogAnswer = Static<typeof ChangelogAnswer>

export const SummaryAnswer = t.Object({ summary: t.String() })

/** Drops ids that the model invented, and replaces the others by ids that are stable across restarts. */
export function withChangeIds(answer: ChangelogAnswer, idOf: (id: string) => string | undefined) {
  const known = (words: { id: string; text: string }[]) =>
    words.flatMap(({ id, text }) => {
      const change = idOf(id)
      return change === undefined ? [] : [{ id: change, text }]
    })
  return { ...answer, highlights: known(answer.highlights), titles: known(answer.titles ?? []) }
}

const maxTitles = 120

/** Returns the instructions for a changelog of this many changes. */
export function changelogInstructions(brief: WritingBrief, count: number): Instructions {
  const { least, most } = summaryLength(count)
  const length =
    count >= 8
      ? `${least} to ${most} words; aim at ${(least + most) / 2}`
      : `about ${count * 15 + 20} words, at least ${least}`
  return instructionsFor(
    brief,
    'You write a changelog. The place of each change is decided; you choose among equals and write the text.',
    [
      'Answer with a JSON object of the fields title, summary, highlights and titles.',
      'title: at most 120 characters, plain text, without numbers of pull requests, commits or tags.',
      `summary: one paragraph of plain text that says what matters to the audience, ${length}. No links, no numbers of pull requests, no list.`,
      'highlights: at most five of the changes that have a "highlight" field, the most important first, each as { id, text } with one or two sentences of plain text. Never pad.',
      `titles: better titles for changes whose own is unclear or in another language, at most ${maxTitles}, each as { id, text } with one line that keeps the meaning, without numbers of pull requests.`,
      'Refer to changes by their ids only in "id" fields, never in a text.',
    ],
  )
}
