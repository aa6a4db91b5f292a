import { t } from 'elysia'
import { Organization } from '../../../organizations/model.ts'
import { SkippedPart } from '../model.ts'

/** What a scan would ask and cost (contract geo 23). */
export const Estimate = t.Object({
  checks: t.Integer(),
  searches: t.Integer(),
  tokens: t.Object({ input: t.Integer(), output: t.Integer() }),
  cents: t.Number(),
  /** What tokens and price are taken from: the engines' own answers to this project, or the catalog. */
  basis: t.Union([t.Literal('catalog'), t.Literal('recorded')]),
  prompts: t.Integer(),
  conversations: t.Integer(),
  engines: t.Array(t.String()),
  languages: t.Array(t.String()),
  skipped: t.Array(SkippedPart),
  /** Why a scan would be refused for want of anything to ask. */
  nothingToAsk: t.Nullable(t.String()),
  organization: Organization,
})

/** What one answer of an engine takes on average. */
export type Mean = { input: number; output: number; searches: number; cents: number }
