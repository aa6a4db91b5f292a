import type { Static } from '@sinclair/typebox'
import { t } from 'elysia'
import type { Activity } from '../../changelog/activity.ts'
import type { Manner } from '../../writer/voice.ts'
import type { OutputType } from '../posts/table.ts'

/** Everything that a post is written from. */
export type WritingBrief = Manner & {
  contentType: Exclude<OutputType, 'image'>
  /** One for each repository. */
  activities: Activity[]
  /** The time that the activity is of: "last 7 days (rolling)". */
  window?: { label: string; start: Date; end: Date } | null
  /** What happened when an event started the run, for example `{ tagName: 'v1.2.0' }`; told as data. */
  event?: Record<string, unknown> | null
  /** What a repository without a code host is called. */
  productName?: string
}

export const ChangelogAnswer = t.Object({
  title: t.String(),
  summary: t.String(),
  highlights: t.Array(t.Object({ id: t.String(), text: t.String() })),
  titles: t.Optional(t.Array(t.Object({ id: t.String(), text: t.String() }))),
})
export type ChangelogAnswer = Static<typeof ChangelogAnswer>

export const SummaryAnswer = t.Object({ summary: t.String() })

export const TextAnswer = t.Object({
  title: t.Optional(t.Nullable(t.String())),
  markdown: t.Optional(t.Nullable(t.String())),
  recommendations: t.Optional(t.Nullable(t.String())),
  skip: t.Optional(t.Nullable(t.String())),
})
export type TextAnswer = Static<typeof TextAnswer>
