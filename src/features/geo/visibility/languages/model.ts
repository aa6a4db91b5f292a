import { t } from 'elysia'
import { Organization } from '../../../organizations/model.ts'
import { averages, certainty, comparison } from '../model.ts'

export const LanguageShare = t.Object({
  configured: t.Boolean(),
  points: t.Array(
    t.Object({
      /** A code, such as de. */
      language: t.String(),
      checks: t.Integer(),
      mentions: t.Integer(),
      mentionRate: t.Number(),
      ...averages,
      trend: t.Array(t.Object({ day: t.String(), value: t.Number() })),
      ...certainty,
      comparison,
    }),
  ),
  organization: Organization,
})
