import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { once, prepareRun } from '../../db/prepared.ts'
import { likeness, wordsOf } from '../../text/likeness.ts'
import type { FeedbackGroup, FeedbackRow } from './model.ts'

/** Two entries are similar above this likeness, which joins no pair in test/features/feedback-pairs.ts wrongly. */
export const threshold = 0.8

/** The number of entries from one client, model and version. */
type Sender = {
  agentClient: string | null
  agentModel: string | null
  toolVersion: string | null
  count: number
}

/** The senders of a group, most frequent first. */
function countSenders(counted: Sender[]): FeedbackGroup {
  return {
    total: counted.reduce((sum, { count }) => sum + count, 0),
    agentClients: countBy(counted, ({ agentClient }) => agentClient),
    agentModels: countBy(counted, ({ agentModel }) => agentModel),
    toolVersions: countBy(counted, ({ toolVersion }) => toolVersion),
  }
}

function countBy(counted: Sender[], fieldOf: (sender: Sender) => string | null) {
  const counts = new Map<string | null, number>()
  for (const sender of counted) {
    const value = fieldOf(sender)
    counts.set(value, (counts.get(value) ?? 0) + sender.count)
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort(
      (one, other) =>
        other.count - one.count || (one.value ?? '\uffff').localeCompare(other.value ?? '\uffff'),
    )
}

type EntryText = Pick<FeedbackRow, 'title' | 'message' | 'kind'>
type Candidate = EntryText & { id: string; similarTo: string | null }

/** Reading this many entries takes a fifth of the time of a search. */
const few = 20
const searchedWords = 4
const searchedEntries = 2000
const candidates = 50

/**
 * Id of the oldest similar open entry of the organization, null if there is none. If there are only a few entries, all
 * are compared. Otherwise full-text search finds candidates among the newest, so its cost stays constant; an older
 * original is found through the entries that refer to it. The cross join keeps SQLite from searching once per entry.
 */
export async function findSimilar(
  ctx: Context,
  organizationId: string,
  said: EntryText,
): Promise<string | null> {
  const words = wordsOf(textOf(said))
  if (words.size === 0) return null
  const { read } = ctx.db.$client
  const { rows: more } = await read(moreSql, [organizationId])
  const { rows } =
    more.length === 0
      ? await read(allSql, [organizationId])
      : await read(similarSql, [toQuery(organizationId, words), organizationId, organizationId])
  const [original] = rows
    .map(toCandidate)
    .filter((entry) => isSameKind(entry, said) && likeness(words, wordsOf(textOf(entry))) > threshold)
    // Ids sort by creation time.
    .map(({ id, similarTo }) => similarTo ?? id)
    .sort()
  return original ?? null
}

// Written out instead of built, because they run for every submission.

const moreSql = `
  select 1 from feedback where organization_id = ? order by created_at desc, id desc limit 1 offset ${few}`

const columns = 'feedback.id, feedback.similar_to, feedback.kind, feedback.title, feedback.message'

const allSql = `
  select ${columns} from feedback
  where organization_id = ? and status in ('new', 'triaged') order by created_at desc, id desc limit ${few}`

const similarSql = `
  select ${columns} from feedback_search cross join feedback on feedback.rowid = feedback_search.rowid
  where feedback_search match ? and feedback_search.rowid >= coalesce((
      select rowid from feedback where organization_id = ?
      order by created_at desc, id desc limit 1 offset ${searchedEntries}), 0)
    and feedback.organization_id = ? and feedback.status in ('new', 'triaged')
  limit ${candidates}`

function toCandidate(row: ArrayLike<unknown>): Candidate {
  const [id, similarTo, kind, title, message] = Array.from({ length: 5 }, (_, position) => row[position])
  return { id, similarTo, kind, title, message } as Candidate
}

/** When an entry is closed, the oldest open entry that refers to it becomes the original of its group. */
export function releaseGroup(organizationId: string, id: string) {
  const open = sql`feedback.similar_to = ${id} and feedback.organization_id = ${organizationId}
    and feedback.status in ('new', 'triaged')`
  return sql`
    update feedback set similar_to = nullif(oldest.id, feedback.id)
    from (select min(feedback.id) as id from feedback where ${open}) as oldest
    where ${open} and exists (select 1 from feedback where id = ${id} and status not in ('new', 'triaged'))`
}

/** A statement that adds an entry to the full-text index, if it was stored. */
export function indexWords(ctx: Context, organizationId: string, id: string, said: EntryText) {
  const words = [...wordsOf(textOf(said))].map((word) => toTerm(organizationId, word)).join(' ')
  return insertWords(ctx)({ words, id })
}

const insertWords = once((db) => {
  const [words, id] = [sql.placeholder('words'), sql.placeholder('id')]
  return prepareRun(
    db,
    sql`insert into feedback_search (rowid, words) select rowid, ${words} from feedback where id = ${id}`,
  )
})

/** The group of each original: the number of similar entries by agent client, model and tool version. */
export async function groupsOf(ctx: Context, originals: FeedbackRow[]): Promise<Map<string, FeedbackGroup>> {
  const ids = JSON.stringify(originals.map(({ id }) => id))
  const followers = await ctx.db.all<CountedReport>(sql`
    select similar_to as original, agent_client as agentClient, agent_model as agentModel,
      tool_version as toolVersion, count(*) as count
    from feedback where similar_to in (select value from json_each(${ids}))
    group by 1, 2, 3, 4`)
  return new Map(
    originals.map((row) => {
      const counted = [{ ...row, count: 1 }, ...followers.filter(({ original }) => original === row.id)]
      return [row.id, countSenders(counted)]
    }),
  )
}

/** A group of similar entries, represented by the oldest. */
type NewGroup = {
  id: string
  kind: FeedbackRow['kind']
  title: string | null
  message: string
  total: number
}

/** How many of the newest new entries are grouped. */
const maxGrouped = 200

/**
 * The largest groups among the newest entries with the status `new`; equally large groups are ordered by their latest
 * entry.
 */
export async function findNewGroups(
  ctx: Context,
  organizationId: string,
  limit: number,
): Promise<NewGroup[]> {
  return ctx.db.all<NewGroup>(sql`
    select original.id, original.kind, original.title, original.message, grouped.total
    from (
      select coalesce(similar_to, id) as id, count(*) as total, max(created_at) as last from (
        select id, similar_to, created_at from feedback
        where organization_id = ${organizationId} and status = 'new' order by created_at desc, id desc limit ${maxGrouped})
      group by 1 order by total desc, last desc limit ${limit}) as grouped
    cross join feedback as original on original.id = grouped.id
    order by grouped.total desc, grouped.last desc`)
}

const textOf = ({ title, message }: EntryText) => `${title ?? ''} ${message}`

const isSameKind = (one: EntryText, other: EntryText) =>
  one.kind === other.kind || one.kind === 'other' || other.kind === 'other'

/** Pairs of the longest words, which are usually the rarest; quoted, so that none is parsed as an operator. */
function toQuery(organizationId: string, words: Set<string>): string {
  const longest = [...words].sort((one, other) => other.length - one.length).slice(0, searchedWords)
  const terms = longest.map((word) => `"${toTerm(organizationId, word)}"`)
  const pairs = terms.flatMap((_, index) => (index % 2 ? [] : [terms.slice(index, index + 2)]))
  return pairs.map((pair) => `(${pair.join(' AND ')})`).join(' OR ')
}

/** Terms are per organization, so that entries of other organizations do not slow its searches. */
const toTerm = (organizationId: string, word: string) => organizationId.replaceAll('-', '').slice(-12) + word

type CountedReport = Sender & { original: string }
