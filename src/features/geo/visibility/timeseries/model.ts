import { t } from 'elysia'
import { Organization } from '../../../organizations/model.ts'
import { certainty, comparison } from '../model.ts'

const dayRates = {
  day: t.String(),
  checks: t.Integer(),
  mentions: t.Integer(),
  avgPosition: t.Nullable(t.Number()),
  ...certainty,
}

/** What an engine answered on a day, conversations included (contract geo 8). */
export const EngineDay = t.Object({ engine: t.String(), ...dayRates })

/** The same over all engines. */
export const BrandDay = t.Object(dayRates)

/** An engine that answered as another model from a day on. */
export const ModelChange = t.Object({
  day: t.String(),
  engine: t.String(),
  from: t.String(),
  to: t.String(),
})

export const Timeseries = t.Object({
  configured: t.Boolean(),
  points: t.Array(EngineDay),
  brand: t.Array(BrandDay),
  modelChanges: t.Array(ModelChange),
  comparison,
  organization: Organization,
})
