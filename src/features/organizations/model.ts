import { t } from 'elysia'
import { link, oneOf, optional, text } from '../../http/fields.ts'
import { type organizations, retentionDays, standardRetentionDays } from './table.ts'

type OrganizationRow = typeof organizations.$inferSelect

/** The organization envelope of many responses (spec: Organization envelope). */
export const Organization = t.Object({
  id: t.String(),
  slug: t.String(),
  name: t.String(),
  logo: t.Nullable(t.String()),
})
export type Organization = typeof Organization.static

export function toOrganization({ id, slug, name, logo }: Organization): Organization {
  return { id, slug, name, logo }
}

/** An organization as its members see and edit it. */
export const OrganizationSettings = t.Composite([
  Organization,
  t.Object({
    logRetentionDays: oneOf(retentionDays),
    zeroDataRetention: t.Boolean(),
    englishFallback: t.Boolean(),
    publicPage: t.Boolean(),
    publicPageUrl: t.String(),
    timeZone: t.String(),
  }),
])
export type OrganizationSettings = typeof OrganizationSettings.static

export const slugPattern = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** A valid slug for an organization. */
export const slugField = text('slug', 1, 63, {
  pattern: [slugPattern, 'slug must be lowercase letters, digits and hyphens, with no hyphen at either end'],
})

export const OrganizationPatch = t.Partial(
  t.Object({
    name: text('name', 1, 120),
    logo: optional(link('logo', 2000)),
    logRetentionDays: oneOf(retentionDays, {
      error: `logRetentionDays must be one of ${retentionDays.join(', ')}`,
    }),
    zeroDataRetention: t.Boolean(),
    englishFallback: t.Boolean(),
    publicPage: t.Boolean(),
    timeZone: text('timeZone', 1, 64),
  }),
)
export type OrganizationPatch = typeof OrganizationPatch.static

export function toSettings(row: OrganizationRow, publicPageUrl: string): OrganizationSettings {
  return {
    ...toOrganization(row),
    logRetentionDays: retentionDays.find((days) => days === row.logRetentionDays) ?? standardRetentionDays,
    zeroDataRetention: row.zeroDataRetention,
    englishFallback: row.englishFallback,
    publicPage: row.publicPage,
    publicPageUrl,
    timeZone: row.timeZone ?? 'UTC',
  }
}

/** An organization in the output of the command line. */
export function toListedOrganization({ id, slug, name, operatorToken, createdAt }: OrganizationRow) {
  return { id, slug, name, operatorToken, createdAt: createdAt.toISOString() }
}
