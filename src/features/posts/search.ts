import type { InValue } from '@libsql/client/web'
import type { Context } from '../../context.ts'

/** Only the newest of the posts that contain the words are listed and counted. */
export const maxMatches = 5_000
const maxWords = 10
/** Fewer letters begin too many words. */
const minPrefix = 3

type Search = {
  organizationId: string
  words: string
  statuses: readonly string[]
  contentTypes: readonly string[]
  brandIdentityIds: readonly string[]
  sort: 'asc' | 'desc'
  limit: number
  offset: number
}

/**
 * The ids of one page of the posts whose title or Markdown contains all words, by their date, and the number of such
 * posts. The last word may be unfinished. Empty filters allow everything.
 */
export async function searchPosts(ctx: Context, search: Search): Promise<{ ids: string[]; total: number }> {
  const match = toMatch(search.organizationId, search.words)
  if (match === null) return { ids: [], total: 0 }
  const { organizationId, statuses, contentTypes, brandIdentityIds, sort, limit, offset } = search
  const lists = [statuses, contentTypes, brandIdentityIds].map((list) => JSON.stringify(list))
  const args: InValue[] = [match, organizationId, ...lists, limit, offset]
  // Not on the event loop: the cost grows with the posts that contain the words.
  const { rows } = await ctx.db.$client.readInBackground(searchSql[sort], args)
  const [row] = rows as ArrayLike<unknown>[]
  return { total: Number(row?.[0] ?? 0), ids: JSON.parse(String(row?.[1] ?? '[]')) }
}

/** Newer posts have a larger rowid, so the index returns the newest matches without sorting. */
const toSql = (direction: 'asc' | 'desc') => `
  with found as (
    select rowid from post_search where post_search match ?1 order by rowid desc limit ${maxMatches}
  ), matched as materialized (
    select posts.id, posts.created_at from found cross join posts on posts.rowid = found.rowid
    where posts.organization_id = ?2
      and (?3 = '[]' or posts.status in (select value from json_each(?3)))
      and (?4 = '[]' or posts.content_type in (select value from json_each(?4)))
      and (?5 = '[]' or posts.brand_identity_id in (select value from json_each(?5)))
  )
  select (select count(*) from matched), (select json_group_array(id) from (
    select id from matched order by created_at ${direction}, id ${direction} limit ?6 offset ?7))`

const searchSql = { asc: toSql('asc'), desc: toSql('desc') }

/** A query of the full-text index; null without any word. */
function toMatch(organizationId: string, words: string): string | null {
  const found = (words.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, maxWords)
  if (found.length === 0) return null
  const last = found.at(-1) ?? ''
  const isPrefix = last.length >= minPrefix
  const terms = found.map((word) => `words:"${word}"`).join(' AND ')
  return `owner:"${organizationId.replaceAll('-', '')}" AND ${terms}${isPrefix ? '*' : ''}`
}
