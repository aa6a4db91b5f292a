import type { InValue } from '@libsql/client/web'
import type { Context } from '../../context.ts'

/** Only the newest of the posts that contain the words are listed and counted. */
export const maxMatches = 5_000
const maxWords = 10
/** Fewer letters begin too many words. */
const minPrefix = 3
/** If more words begin with the letters of the last one, a prefix query finds them. */
const maxEndings = 500

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
  const query = toQuery(search)
  if (query === null) return { ids: [], total: 0 }
  const { organizationId, statuses, contentTypes, brandIdentityIds, sort, limit, offset } = search
  const lists = [statuses, contentTypes, brandIdentityIds].map((list) => JSON.stringify(list))
  const args: InValue[] = [query.match, organizationId, ...lists, limit, offset, query.last, query.unfinished]
  // Not on the event loop: the cost grows with the posts that contain the words.
  const { rows } = await ctx.db.$client.readInBackground(searchSql[sort], args)
  const [row] = rows as ArrayLike<unknown>[]
  return { total: Number(row?.[0] ?? 0), ids: JSON.parse(String(row?.[1] ?? '[]')) }
}

/**
 * Newer posts have a larger rowid, so the index returns the newest matches without sorting. For a prefix query it would
 * first merge the posts of all words with the prefix, so the query lists these words instead.
 */
const toSql = (direction: 'asc' | 'desc') => `
  with recursive begun(term) as (
    select (select term from post_terms where term >= ?9 limit 1) where ?9 is not null
    union all
    select (select term from post_terms where term >= begun.term || char(1) limit 1) from begun
      where begun.term between ?9 and ?9 || char(1114111)
    limit ${maxEndings + 2}
  ), ended(words) as (
    select case when count(*) > ${maxEndings} then ' *' else coalesce(group_concat(' OR "' || term || '"', ''), '') end
    from begun where term between ?9 and ?9 || char(1114111)
  ), found as (
    select rowid from post_search where post_search match ?1 || ?8 || (select words from ended) || ')'
      order by rowid desc limit ${maxMatches}
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

/**
 * A query of the full-text index up to its last word, that word, and its letters if it may be unfinished; null without
 * any word. A word with other than English letters stays a prefix query, because only the index can fold such letters.
 */
function toQuery({ organizationId, words }: Search) {
  const found = (words.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, maxWords)
  const last = found.pop()
  if (last === undefined) return null
  const others = found.map((word) => `words:"${word}" AND `).join('')
  const match = `owner:"${organizationId.replaceAll('-', '')}" AND ${others}words:(`
  const isPrefix = last.length >= minPrefix
  const isEnglish = /^[a-z0-9]+$/i.test(last)
  return {
    match,
    last: `"${last}"${isPrefix && !isEnglish ? ' *' : ''}`,
    unfinished: isPrefix && isEnglish ? last.toLowerCase() : null,
  }
}
