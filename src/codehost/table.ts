import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../db/table.ts'

/** Responses of the code host with their ETags: a conditional request does not count against the rate limit. */
export const codehostAnswers = sqliteTable(
  'codehost_answers',
  {
    /** Hash of the URL and its token, so that another token cannot read the response. */
    key: text().primaryKey(),
    etag: text().notNull(),
    /** The `Link` header with the next page. */
    link: text(),
    body: text().notNull(),
    usedAt: time().notNull(),
  },
  (table) => [index('codehost_answers_age').on(table.usedAt)],
)
