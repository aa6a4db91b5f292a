import { inArray } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Caller } from '../../keys/model.ts'
import { toChat } from './model.ts'
import { chats } from './table.ts'

/** Only the newest of the chats that contain the words are looked at. */
const maxMatches = 1_000
const maxListed = 50
const maxWords = 10
/** Shorter prefixes match too many words. */
const minPrefix = 3
/** Chinese and Japanese have no spaces: the index holds a whole run of these letters as one word. */
const isUnspaced = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u

const searchSql = `
  with found as (
    select rowid from chat_search where chat_search match ?1 order by rowid desc limit ${maxMatches}
  )
  select json_group_array(id) from (
    select chats.id from found cross join chats on chats.rowid = found.rowid
    where chats.organization_id = ?2 and chats.deleted_at is null
    order by chats.updated_at desc, chats.id desc limit ${maxListed})`

/**
 * The chats whose title or text contains all words, by their last message; at most 50. The last word may be
 * unfinished, and any word in Chinese or Japanese. A reply is found once it has ended.
 */
export async function searchChats(ctx: Context, { organization }: Caller, words: string) {
  const match = toMatch(organization.id, words)
  if (match === null) return { chats: [] }
  // Not on the event loop: the cost grows with the chats that contain the words.
  const { rows } = await ctx.db.$client.readInBackground(searchSql, [match, organization.id])
  const [row] = rows as ArrayLike<unknown>[]
  const ids: string[] = JSON.parse(String(row?.[0] ?? '[]'))
  const found = await ctx.db.select().from(chats).where(inArray(chats.id, ids))
  const byId = new Map(found.map((chat) => [chat.id, chat]))
  return { chats: ids.flatMap((id) => byId.get(id) ?? []).map(toChat) }
}

/** A query of the full-text index; null without any word. */
function toMatch(organizationId: string, words: string): string | null {
  const found = (words.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, maxWords)
  if (found.length === 0) return null
  const terms = found.map((word, at) => {
    const isUnfinished = isUnspaced.test(word) || (at === found.length - 1 && word.length >= minPrefix)
    return `words:"${word}"${isUnfinished ? ' *' : ''}`
  })
  return [`owner:"${organizationId.replaceAll('-', '')}"`, ...terms].join(' AND ')
}
