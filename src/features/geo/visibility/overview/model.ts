import { t } from 'elysia'
import { Organization } from '../../../organizations/model.ts'
import { averages, certainty, comparison } from '../model.ts'

/** Counted over answers to prompts in their own language (contract geo 8). */
const rates = {
  checks: t.Integer(),
  mentions: t.Integer(),
  mentionRate: t.Number(),
  ...certainty,
  ...averages,
  comparison,
}

export const EngineRates = t.Object({ engine: t.String(), ...rates, lastCheckedAt: t.String() })

/** The same over all engines; without answers there is no rate. */
export const BrandRates = t.Object({
  ...rates,
  mentionRate: t.Nullable(t.Number()),
  lastCheckedAt: t.Nullable(t.String()),
})

export const Overview = t.Object({
  configured: t.Boolean(),
  brand: BrandRates,
  engines: t.Array(EngineRates),
  organization: Organization,
})
