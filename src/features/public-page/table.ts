import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { organizations } from '../organizations/table.ts'

/** How the public page of an organization looks; no row means the defaults. */
export const publicPages = sqliteTable('public_pages', {
  organizationId: text()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  /** The line below its heading. */
  intro: text(),
  /** The brand's colour, `#rrggbb`. */
  accent: text(),
  /** Links in its header. */
  links: text({ mode: 'json' }).$type<{ label: string; url: string }[]>().notNull().default([]),
})
