import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../db/table.ts'

/** Answers of the code host with their entity tags: asking whether one still holds costs nothing of the rate limit. */
export const codehostAnswers = sqliteTable(
  'codehost_answers',
  {
    /** Hash of the address and of the token it was asked with: nobody reads what another token was given. */
    key: text().primaryKey(),
    etag: text().notNull(),
    /** The header that leads to the next page. */
    link: text(),
    body: text().notNull(),
    usedAt: time().notNull(),
  },
  (table) => [index('codehost_answers_age').on(table.usedAt)],
)
