import { t } from 'elysia'
import type { organizations } from './table.ts'

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

/** As the command line lists them. */
export function toListedOrganization({ id, slug, name, createdAt }: OrganizationRow) {
  return { id, slug, name, createdAt: createdAt.toISOString() }
}
