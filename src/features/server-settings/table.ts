import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../../db/table.ts'

export const settingNames = ['model', 'mail', 'address'] as const

/** Settings of the whole server that its owner made, encrypted; the environment wins over them. */
export const serverSettings = sqliteTable('server_settings', {
  name: text({ enum: settingNames }).primaryKey(),
  /** JSON, encrypted. */
  sealed: text().notNull(),
  updatedAt: time().notNull(),
})
