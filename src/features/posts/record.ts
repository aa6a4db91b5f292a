import { sql } from 'drizzle-orm'
import { posts } from './table.ts'

/** The first change of a text keeps what it was written as. */
export const withOriginal = sql`
  case when ${posts.sourceMetadata} ->> '$.original' is null
    then json_set(coalesce(${posts.sourceMetadata}, '{}'), '$.original', ${posts.markdown})
    else ${posts.sourceMetadata} end`
