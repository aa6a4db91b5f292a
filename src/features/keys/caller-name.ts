import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** The name of the user or key with a caller id; null if it was deleted. */
export const nameOfCaller = (id: SQLWrapper): SQL<string | null> => sql`coalesce(
  (select name from users where users.id = substr(${id}, 6) and ${id} like 'user:%'),
  (select name from api_keys where api_keys.id = ${id}))`
