import { t } from 'elysia'
import { Organization } from '../../../organizations/model.ts'
import { certainty, comparison } from '../model.ts'

/** What an engine answered on a day, conversations included (contract geo 8). */
export const EngineDay = t.Object({
  day: t.String(),
  engine: t.String(),
  checks: t.Integer(),
  mentions: t.Integer(),
  avgPosition: t.Nullable(t.Number()),
  ...certainty,
})

export const Timeseries = t.Object({
  configured: t.Boolean(),
  points: t.Array(EngineDay),
  comparison,
  organization: Organization,
})
