import { t } from 'elysia'
import { integer } from '../../../http/fields.ts'
import { Organization } from '../../organizations/model.ts'
import { certainty } from '../visibility/model.ts'
import { Recommendation } from './recommendation.ts'

const texts = t.Array(t.String())

/** What was begun to close a gap. */
export const GapBrief = t.Object({
  briefId: t.String(),
  status: t.String(),
  postId: t.Nullable(t.String()),
  workingTitle: t.String(),
})
/** Null until then. */
const brief = t.Nullable(GapBrief)

/** A question whose answers name the brand for at most half of the engines (spec: Prompt gap). */
export const PromptGap = t.Object({
  id: t.String(),
  prompt: t.String(),
  title: t.Nullable(t.String()),
  /** Engines whose latest answer leaves the brand out, and those whose answer names it. */
  engines: texts,
  mentionedEngines: texts,
  competitors: texts,
  discoveredCompetitors: texts,
  ownMentionRate: t.Number(),
  engineCoverage: integer,
  opportunity: t.Number(),
  /** Where the opportunity lies by all answers of 30 days, of which there are `n` that name the brand at that rate. */
  opportunityInterval: t.Nullable(t.Object({ low: t.Number(), high: t.Number() })),
  confident: t.Boolean(),
  /** Whether an article was written about it, and it is no gap any more. */
  won: t.Boolean(),
  ...certainty,
  brief,
})

/** A query of a search console that is no tracked prompt yet (spec: Search gap). */
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
  /** What was a gap until an article was written about it. */
  wonGaps: t.Array(PromptGap),
  searchGaps: t.Array(SearchGap),
  hasScanData: t.Boolean(),
  /** Whether there were more answers than are considered, and how many those are. */
  truncated: t.Boolean(),
  checksConsidered: integer,
  organization: Organization,
})
