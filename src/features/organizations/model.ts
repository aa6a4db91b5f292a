import { t } from 'elysia'
import { oneOf } from '../../http/fields.ts'
import { type organizations, retentionDays, standardRetentionDays } from './table.ts'

type OrganizationRow = typeof organizations.$inferSelect

/** The envelope that many answers carry (spec: Organization envelope). */
export const Organization = t.Object({
  id: t.String(),
  slug: t.String(),
  name: t.String(),
  logo: t.Nullable(t.String()),
})
export type Organization = typeof Organization.static

export function toOrganization(row: OrganizationRow): Organization {
  return { id: row.id, slug: row.slug, name: row.name, logo: row.logo }
}

/** An organization as its members see and set it. */
export const OrganizationSettings = t.Composite([
  Organization,
  t.Object({
    logRetentionDays: oneOf(retentionDays),
    zeroDataRetention: t.Boolean(),
    englishFallback: t.Boolean(),
    publicPage: t.Boolean(),
    publicPageUrl: t.String(),
  }),
])
export type OrganizationSettings = typeof OrganizationSettings.static

/** `appUrl` is where readers find this server. */
export function toSettings(row: OrganizationRow, appUrl: string): OrganizationSettings {
  return {
    ...toOrganization(row),
    logRetentionDays: retentionDays.find((days) => days === row.logRetentionDays) ?? standardRetentionDays,
    zeroDataRetention: row.zeroDataRetention,
    englishFallback: row.englishFallback,
    publicPage: row.publicPage,
    publicPageUrl: `${appUrl}/c/${row.slug}`,
  }
}

/** As the command line lists them. */
export function toListedOrganization({ id, slug, name, createdAt }: OrganizationRow) {
  return { id, slug, name, createdAt: createdAt.toISOString() }
}
