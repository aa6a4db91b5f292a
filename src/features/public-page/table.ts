import { isNotNull } from 'drizzle-orm'
import { sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../db/table.ts'
import { organizations } from '../organizations/table.ts'

/** How the public page of an organization looks; no row means the defaults. */
export const publicPages = sqliteTable('public_pages', {
  organizationId: text()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  /** The line below its heading. */
  intro: text(),
  /** The brand's color, `#rrggbb`. */
  accent: text(),
  /** The path of the image in its header. */
  logo: text(),
  /** The path of the image in the tab of a browser. */
  icon: text(),
  /** Whether its pages load images from other sites. */
  externalImages: flag().notNull().default(false),
  /** Whether readers can subscribe by mail. */
  subscriptions: flag().notNull().default(false),
  /** Links in its header. */
  links: text({ mode: 'json' }).$type<{ label: string; url: string }[]>().notNull().default([]),
})

/** The domain that an organization serves its public page at. */
export const customDomains = sqliteTable(
  'custom_domains',
  {
    organizationId: text()
      .primaryKey()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Lower-case, in ASCII. */
    domain: text().notNull(),
    /** The value of the DNS record that proves the domain. */
    token: text().notNull(),
    /** Null until the domain is proved: several organizations may claim it, and one can prove it. */
    verifiedAt: time(),
    createdAt: time().notNull(),
  },
  (table) => [uniqueIndex('custom_domains_verified').on(table.domain).where(isNotNull(table.verifiedAt))],
)
