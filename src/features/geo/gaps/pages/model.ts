import { t } from 'elysia'
import { integer, oneOf } from '../../../../http/fields.ts'
import { Organization } from '../../../organizations/model.ts'
import { ownerships } from '../../visibility/sources/model.ts'

/** A page that engines cite in their answers to a prompt. */
export const GapPage = t.Object({
  url: t.String(),
  title: t.Nullable(t.String()),
  domain: t.String(),
  ownership: oneOf(ownerships),
  /** The competitor that owns it. */
  competitor: t.Nullable(t.String()),
  cited: integer,
  /** Ids of the engines that cite it. */
  engines: t.Array(t.String()),
  /** Whether the page certainly names the brand; null until it was read. */
  namesYou: t.Nullable(t.Boolean()),
  /** Tracked competitors that the page certainly names. */
  competitors: t.Array(t.String()),
  readAt: t.Nullable(t.String()),
  /** Why the page was not read. */
  problem: t.Nullable(t.String()),
})

export const GapPages = t.Object({ pages: t.Array(GapPage), organization: Organization })
