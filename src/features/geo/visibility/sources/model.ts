import { t } from 'elysia'
import { integer, oneOf } from '../../../../http/fields.ts'
import { Organization } from '../../../organizations/model.ts'

export const ownerships = ['own', 'competitor', 'third_party'] as const

/** How often answers cite a site or page; `consulted` counts reads without a citation. */
const counts = {
  ownership: oneOf(ownerships),
  /** The competitor that owns it. */
  competitor: t.Nullable(t.String()),
  cited: integer,
  consulted: integer,
}
export const CitingEngine = t.Object({ engine: t.String(), cited: integer, consulted: integer })
const engines = t.Array(CitingEngine)

/** A cited site and its number of cited pages. */
export const CitedSite = t.Object({ domain: t.String(), ...counts, pages: integer, engines })
export type CitedSite = typeof CitedSite.static

export const CitedPage = t.Object({
  url: t.String(),
  title: t.Nullable(t.String()),
  domain: t.String(),
  ...counts,
  engines,
})
export type CitedPage = typeof CitedPage.static

/** The 100 most cited sites and pages. */
export const Sources = t.Object({
  configured: t.Boolean(),
  domains: t.Array(CitedSite),
  pages: t.Array(CitedPage),
  organization: Organization,
})
