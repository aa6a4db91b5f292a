import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { posts } from './table.ts'

/** Every change has a time of its own, so that two of one millisecond can be told apart. */
export const laterThanBefore = (ctx: Context) => sql`max(${ctx.now().getTime()}, ${posts.updatedAt} + 1)`

/** The first change of a text keeps what it was written as. */
export const withOriginal = sql`
  case when ${posts.sourceMetadata} ->> '$.original' is null
    then json_set(coalesce(${posts.sourceMetadata}, '{}'), '$.original', ${posts.markdown})
    else ${posts.sourceMetadata} end`
