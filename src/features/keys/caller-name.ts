import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** What somebody is called whose id as a caller stands in a column: a person, or a key; null where they are gone. */
export const nameOfCaller = (id: SQLWrapper): SQL<string | null> => sql`coalesce(
  (select name from users where users.id = substr(${id}, 6) and ${id} like 'user:%'),
  (select name from api_keys where api_keys.id = ${id}))`
