import { t } from 'elysia'
import { integer, oneOf } from '../../../../http/fields.ts'
import { Organization } from '../../../organizations/model.ts'

export const ownerships = ['own', 'competitor', 'third_party'] as const

/** How often a site or a page stands under answers; `consulted` is what an engine read and did not cite. */
const counts = {
  ownership: oneOf(ownerships),
  /** The competitor whose it is. */
  competitor: t.Nullable(t.String()),
  cited: integer,
  consulted: integer,
}
export const CitingEngine = t.Object({ engine: t.String(), cited: integer, consulted: integer })
const engines = t.Array(CitingEngine)

/** A site that engines cite, with how many of its pages. */
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

/** The hundred sites and the hundred pages that are cited most. */
export const Sources = t.Object({
  configured: t.Boolean(),
  domains: t.Array(CitedSite),
  pages: t.Array(CitedPage),
  organization: Organization,
})
