import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { time } from '../../db/table.ts'
import { storedTypes } from '../../image/address.ts'
import { organizations } from '../organizations/table.ts'

/** Images of texts and of the public page, by the SHA-256 of their bytes, for each organization. */
export const images = sqliteTable(
  'images',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    hash: text().notNull(),
    type: text({ enum: storedTypes }).notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: integer().notNull(),
    createdAt: time().notNull(),
    /** When its last chunk was stored; null before. */
    storedAt: time(),
    /** When it was last uploaded or found in a text. */
    usedAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('images_own').on(table.organizationId, table.hash),
    // For anyone who has the address.
    index('images_hash').on(table.hash),
    index('images_size').on(table.organizationId, table.bytes),
    index('images_unused').on(table.usedAt, table.organizationId),
  ],
)

/** The bytes of an image in pieces: a larger value blocks the process, and a libSQL server refuses 5 MB. */
export const imageChunks = sqliteTable(
  'image_chunks',
  {
    imageId: text()
      .notNull()
      .references(() => images.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    data: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.imageId, table.number] })],
)
