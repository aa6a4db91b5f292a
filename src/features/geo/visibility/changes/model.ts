import { t } from 'elysia'
import { integer, oneOf } from '../../../../http/fields.ts'
import { Organization } from '../../../organizations/model.ts'

/**
 * Types of changes between two scans, in the order in which they are listed (contract geo 8: change events).
 */
export const changeTiers = [
  ['lost_mention', 'competitor_displaced'],
  ['gained_mention'],
  ['position_improved', 'position_dropped'],
  ['citation_added', 'citation_removed', 'competitor_cited'],
  ['new_engine'],
] as const
export type ChangeType = (typeof changeTiers)[number][number]

const ScanEnd = t.Nullable(t.Object({ id: t.String(), finishedAt: t.String() }))

export const VisibilityChange = t.Object({
  type: oneOf(changeTiers.flat()),
  engine: t.String(),
  /** The prompt and the newer answer; null for a new engine. */
  promptId: t.Nullable(t.String()),
  prompt: t.Nullable(t.String()),
  checkId: t.Nullable(t.String()),
  /** Whether the newer answer names the brand. */
  mentioned: t.Nullable(t.Boolean()),
  previousPosition: t.Nullable(integer),
  currentPosition: t.Nullable(integer),
  /** The competitors that displaced the brand, or that are newly cited. */
  competitors: t.Array(t.String()),
})

export const ChangesQuery = t.Object({
  limit: t.Optional(
    oneOf(['all'], {
      description: 'How many changes to list. Default: the first 40.',
      error: 'limit must be all',
    }),
  ),
})

export const VisibilityChanges = t.Object({
  configured: t.Boolean(),
  previousScan: ScanEnd,
  currentScan: ScanEnd,
  summary: t.Object({
    gained: integer,
    lost: integer,
    positionImproved: integer,
    positionDropped: integer,
    citationsAdded: integer,
    citationsRemoved: integer,
  }),
  events: t.Array(VisibilityChange),
  organization: Organization,
})
