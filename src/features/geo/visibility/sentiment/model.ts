import { t } from 'elysia'
import { Organization } from '../../../organizations/model.ts'

const bucket = {
  totalChecks: t.Integer(),
  mentions: t.Integer(),
  positive: t.Integer(),
  neutral: t.Integer(),
  negative: t.Integer(),
  lastCheckedAt: t.Nullable(t.String()),
  /** 0 to 100; null where no mention is classified (contract geo 8). */
  score: t.Nullable(t.Number()),
  classifiedMentions: t.Integer(),
  unknownMentions: t.Integer(),
  notMentioned: t.Integer(),
  positiveShare: t.Number(),
  neutralShare: t.Number(),
  negativeShare: t.Number(),
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
  /** Against the same number of days just before. */
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
  status: t.Literal('unavailable'),
  result: t.Null(),
  message: t.String(),
  organization: Organization,
})
