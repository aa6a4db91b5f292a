import { t } from 'elysia'
import { Organization } from '../../../organizations/model.ts'
import { certainty, comparison } from '../model.ts'

const Day = t.Object({ day: t.String(), value: t.Number() })

/** How many answers name a brand; each counts once (contract geo 8). */
const BrandShare = t.Object({
  brand: t.String(),
  /** Null of a name that nobody tracks. */
  competitorId: t.Nullable(t.String()),
  mentions: t.Integer(),
  trend: t.Array(Day),
  /** Share of all mentions of the project's own brand and of tracked ones; null of others. */
  share: t.Nullable(t.Number()),
  ...certainty,
})

export const CompetitorShare = t.Object({
  configured: t.Boolean(),
  points: t.Array(BrandShare),
  timeseries: t.Array(t.Object({ brand: t.String(), day: t.String(), mentions: t.Integer() })),
  /** The project's own brand, which stands in no list. */
  own: t.Object({ mentions: t.Integer(), share: t.Nullable(t.Number()), ...certainty, comparison }),
  organization: Organization,
})

export const CompetitorDetail = t.Object({
  configured: t.Boolean(),
  points: t.Array(t.Object({ day: t.String(), mentions: t.Integer(), checks: t.Integer(), ...certainty })),
  prompts: t.Array(
    t.Object({
      promptId: t.String(),
      prompt: t.String(),
      engine: t.String(),
      capturedAt: t.String(),
      mentioned: t.Boolean(),
      position: t.Nullable(t.Integer()),
    }),
  ),
  comparison,
  organization: Organization,
})
