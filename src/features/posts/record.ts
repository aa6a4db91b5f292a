import { sql } from 'drizzle-orm'
import { posts } from './table.ts'

/** Stores the original text with the first change. */
export const withOriginal = sql`
  case when ${posts.sourceMetadata} ->> '$.original' is null
    then json_set(coalesce(${posts.sourceMetadata}, '{}'), '$.original', ${posts.markdown})
    else ${posts.sourceMetadata} end`
