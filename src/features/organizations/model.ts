import { t } from 'elysia'
import type { organizations } from './table.ts'

/** The envelope that many answers carry (spec: Organization envelope). */
export const Organization = t.Object({
  id: t.String(),
  slug: t.String(),
  name: t.String(),
  logo: t.Nullable(t.String()),
})
export type Organization = typeof Organization.static

export function toOrganization(row: typeof organizations.$inferSelect): Organization {
  return { id: row.id, slug: row.slug, name: row.name, logo: row.logo }
}
