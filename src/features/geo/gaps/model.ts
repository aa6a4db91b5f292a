import { t } from 'elysia'
import { integer, oneOf, text } from '../../../http/fields.ts'
import { Organization } from '../../organizations/model.ts'
import { certainty, Interval } from '../visibility/model.ts'
import { surfaceField } from '../visibility/window.ts'
import { Recommendation } from './recommendation.ts'

const texts = t.Array(t.String())

export const GapsQuery = t.Object({
  limit: t.Optional(
    oneOf(['all'], {
      description: 'How many of the latest answers to consider. Default: 400.',
      error: 'limit must be all',
    }),
  ),
  language: t.Optional(
    text('language', 1, 128, { description: 'Only answers in this language, by its code.', example: 'de' }),
  ),
  surface: surfaceField,
})
export type GapsQuery = typeof GapsQuery.static

/** The brief that was started for a gap. */
export const GapBrief = t.Object({
  briefId: t.String(),
  status: t.String(),
  postId: t.Nullable(t.String()),
  workingTitle: t.String(),
})
/** Null until there is a brief. */
const brief = t.Nullable(GapBrief)

/** The rate in five days of the window, of which `day` is the first. */
export const TrendPart = t.Object({
  day: t.String(),
  rate: t.Nullable(t.Number()),
  n: integer,
  interval: t.Nullable(Interval),
})

/** A question whose answers name the brand for at most half of the engines (spec: Prompt gap). */
export const PromptGap = t.Object({
  id: t.String(),
  prompt: t.String(),
  title: t.Nullable(t.String()),
  /** Engines whose newest answer does not name the brand, and those whose newest answer does. */
  engines: texts,
  mentionedEngines: texts,
  competitors: texts,
  discoveredCompetitors: texts,
  ownMentionRate: t.Number(),
  engineCoverage: integer,
  opportunity: t.Number(),
  /**
   * The interval of the opportunity, from all `n` answers of 30 days and the rate at which they name the
   * brand.
   */
  opportunityInterval: t.Nullable(t.Object({ low: t.Number(), high: t.Number() })),
  confident: t.Boolean(),
  /** Whether the gap was closed after an article about it. */
  won: t.Boolean(),
  /** How often answers of 30 days name the brand; `n` is their number. */
  rate: t.Nullable(t.Number()),
  ...certainty,
  trend: t.Array(TrendPart),
  tags: texts,
  /** Whether the prompt itself names the brand. */
  branded: t.Boolean(),
  brief,
})

/** A query from search console that is not a tracked prompt yet (spec: Search gap). */
export const SearchGap = t.Object({
  id: t.String(),
  prompt: t.String(),
  title: t.Nullable(t.String()),
  impressions: integer,
  clicks: integer,
  position: t.Nullable(t.Number()),
  queries: texts,
  recommendation: Recommendation,
  brief,
})

export const Gaps = t.Object({
  promptGaps: t.Array(PromptGap),
  /** Gaps that were closed after an article. */
  wonGaps: t.Array(PromptGap),
  searchGaps: t.Array(SearchGap),
  hasScanData: t.Boolean(),
  /** Whether there were more answers than are considered, and how many those are. */
  truncated: t.Boolean(),
  checksConsidered: integer,
  organization: Organization,
})
