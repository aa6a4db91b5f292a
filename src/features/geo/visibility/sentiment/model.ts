import { t } from 'elysia'
import { integer, oneOf, text } from '../../../../http/fields.ts'
import { Organization } from '../../../organizations/model.ts'
import { sentiments } from '../../scans/table.ts'
import { certainty, Interval } from '../model.ts'
import { monthFields } from '../window.ts'

/** The 95% confidence intervals of the shares. */
export const SentimentIntervals = t.Object({
  positiveShare: Interval,
  neutralShare: Interval,
  negativeShare: Interval,
})

const bucket = {
  totalChecks: integer,
  mentions: integer,
  positive: integer,
  neutral: integer,
  negative: integer,
  lastCheckedAt: t.Nullable(t.String()),
  /** 0 to 100; null if no mention is classified (contract geo 8). */
  score: t.Nullable(t.Number()),
  /** The number of mentions in the score, and its 95% confidence interval. */
  ...certainty,
  classifiedMentions: integer,
  unknownMentions: integer,
  notMentioned: integer,
  positiveShare: t.Number(),
  neutralShare: t.Number(),
  negativeShare: t.Number(),
  shareIntervals: t.Nullable(SentimentIntervals),
  classificationCoverage: t.Number(),
}
export const SentimentCounts = t.Object(bucket)
export const SentimentDay = t.Object({ day: t.String(), ...bucket })
export const TimeSpan = t.Object({ from: t.String(), to: t.String() })

export const Sentiment = t.Object({
  configured: t.Boolean(),
  summary: SentimentCounts,
  engines: t.Array(t.Object({ engine: t.String(), ...bucket })),
  points: t.Array(SentimentDay),
  /** Compared with the preceding period of the same length. */
  comparison: t.Nullable(
    t.Object({
      current: TimeSpan,
      previous: TimeSpan,
      summary: SentimentCounts,
      points: t.Array(SentimentDay),
      delta: t.Nullable(t.Number()),
    }),
  ),
  organization: Organization,
})

export const SentimentAnalysis = t.Object({
  configured: t.Boolean(),
  status: t.Literal('unavailable'),
  result: t.Null(),
  message: t.String(),
  organization: Organization,
})

export const EvidenceQuery = t.Object({
  ...monthFields,
  cursor: t.Optional(text('cursor', 1, 1000, { description: 'The `nextCursor` of the previous page.' })),
})
export type EvidenceQuery = typeof EvidenceQuery.static

/** An answer whose sentiment counts. */
export const SentimentEvidence = t.Object({
  checkId: t.String(),
  promptId: t.String(),
  engine: t.String(),
  prompt: t.String(),
  sentiment: oneOf(sentiments),
  position: t.Nullable(integer),
  excerpt: t.Nullable(t.String()),
  capturedAt: t.String(),
})

export const SentimentEvidencePage = t.Object({
  configured: t.Boolean(),
  items: t.Array(SentimentEvidence),
  nextCursor: t.Nullable(t.String()),
  organization: Organization,
})
