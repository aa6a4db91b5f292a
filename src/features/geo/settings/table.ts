import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Place } from '../../../ai/engines/pages/place.ts'
import { flag, time } from '../../../db/table.ts'
import { projects } from '../projects/table.ts'

const strings = () => text({ mode: 'json' }).$type<string[]>().notNull()

/** What a project tracks and how (spec: GEO settings document). There is no row before the first save. */
export const geoSettings = sqliteTable('geo_settings', {
  projectId: text()
    .primaryKey()
    .references(() => projects.id, { onDelete: 'cascade' }),
  id: text().notNull(),
  companyName: text().notNull(),
  aliases: strings(),
  conversionPaths: strings(),
  domains: strings(),
  /** Codes. The first is the language of the prompts unless `promptLanguage` is set. */
  languages: strings(),
  promptLanguage: text().notNull().default('en'),
  engines: strings(),
  nonZdrApprovedEngines: strings(),
  pausedAutoPromptIds: strings(),
  removedAutoPromptIds: strings(),
  /** Also ask engines that search without their search. */
  trackWithoutSearch: flag().notNull().default(false),
  /** Where pages of search engines and assistants are asked for; null for the standard. */
  place: text({ mode: 'json' }).$type<Place>(),
  enforceZdr: flag().notNull(),
  enabled: flag().notNull(),
  scanIntervalHours: integer().notNull(),
  /** When the scan that holds the project's slot started. Only that scan frees the slot. */
  scanStartedAt: time(),
  /** The scan that holds the slot; null when it is free. */
  scanId: text(),
  /** When the last attempt ended, including failed ones. */
  lastScanAt: time(),
  /** When the recurring scan is due; null while it is off. */
  nextScanAt: time(),
  createdAt: time().notNull(),
  updatedAt: time().notNull(),
})
