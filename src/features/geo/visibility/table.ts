import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../../../db/table.ts'
import { organizations } from '../../organizations/table.ts'
import { projects } from '../projects/table.ts'

/** The last confirmed change of a rate. It stays until another change of the same rate is confirmed. */
export type StoredAlert = {
  /** The id of `brand` is that of the surface that the rate is over. */
  kind: 'brand' | 'engine' | 'competitor' | 'tag'
  id: string
  direction: 'up' | 'down'
  /** The size of the change, from -1 to 1. */
  size: number
  /** The times of the first scan of the change, and of the scan that confirmed it, in milliseconds. */
  since: number
  at: number
}

/** The last scan of a project that was tested for changes, the changes so far, and the newest one to report. */
export const visibilityMoves = sqliteTable(
  'visibility_moves',
  {
    projectId: text()
      .primaryKey()
      .references(() => projects.id, { onDelete: 'cascade' }),
    organizationId: text()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    scanId: text().notNull(),
    alerts: text({ mode: 'json' }).$type<StoredAlert[]>().notNull().default([]),
    title: text(),
    movedAt: time(),
  },
  (table) => [index('visibility_moves_newest').on(table.organizationId, table.movedAt)],
)
