import { Database } from 'bun:sqlite'
import { chmodSync, copyFileSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { syncFile } from '../db/copy.ts'
import { prepareFiles, replaceLost } from '../db/files.ts'
import {
  deleteUnfinishedMarker,
  partialSuffix,
  removeOld,
  removePartial,
  snapshotsOf,
} from '../db/snapshot.ts'
import { OperatorError } from '../errors.ts'
import { countRows, type Manifest, manifestTable } from './manifest.ts'
import { findMiscount } from './verify.ts'
import { type BackupSource, fileSource, writeBackup } from './write.ts'

/** Pages per step; the whole restore is one transaction, so a large step only reduces the number of calls. */
const pagesPerStep = 4096

/** A database that a backup replaces. */
export type RestoreTarget = {
  /** How messages name it. */
  name: string
  /** Where the copy of the backup is prepared, and the replaced database is saved. */
  folder: string
  source: BackupSource
  /** Whether there is a database to replace. */
  exists(): Promise<boolean>
  /** Writes a checked file in one transaction: after a kill, the database is the old one or the restored one. */
  write(copy: string, rows: Manifest['rows']): Promise<void>
}

/** A database file. */
export const fileTarget = (path: string): RestoreTarget => ({
  name: path,
  folder: snapshotsOf(path),
  source: fileSource(path),
  exists: async () => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0,
  async write(copy, rows) {
    await writePages(copy, path)
    deleteUnfinishedMarker(path)
    using database = new Database(path)
    const miscount = findMiscount(database, rows)
    if (miscount)
      throw new OperatorError(`The restored database is not complete: ${miscount}. Restore it again.`)
  },
})

/**
 * Saves the current database as a snapshot before a command replaces it, and returns its path; null if there is none.
 * The file `keep` is not removed as an old snapshot.
 */
export async function saveCurrent(
  { folder, source: from, exists }: RestoreTarget,
  command: 'restore' | 'rollback',
  key: string | null,
  at: Date,
  keep?: string,
): Promise<string | null> {
  if (!(await exists())) return null
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const to = join(folder, `before-${command}-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.db`)
  await writeBackup({ from, to, key, includesKey: false, isCompressed: false, passphrase: null, at })
  removeOld(folder, keep)
  return to
}

export type RestoreOptions = {
  endSessions: boolean
  /** May reject a copy of the file before anything is written. */
  check(copy: string): Promise<void>
  /** Called immediately before the database is changed. */
  beforeWrite(): Promise<void>
}

/** Writes a checked database file into a database. Returns the number of due messages that will not be sent. */
export async function restoreInto(
  { folder, write }: RestoreTarget,
  file: string,
  { endSessions, ...options }: RestoreOptions,
): Promise<number> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  removePartial(folder)
  const copy = join(folder, `restore.db${partialSuffix}`)
  try {
    copyFileSync(file, copy)
    chmodSync(copy, 0o600)
    await options.check(copy)
    const { rows, unsent } = prepareCopy(copy, endSessions)
    await options.beforeWrite()
    await write(copy, rows)
    return unsent
  } finally {
    removePartial(folder)
  }
}

async function writePages(copy: string, path: string): Promise<void> {
  replaceLost(path)
  prepareFiles(path)
  const source = new DatabaseSync(copy, { readOnly: true })
  try {
    await backup(source, path, { rate: pagesPerStep })
  } finally {
    source.close()
  }
  syncFile(path)
}

/**
 * Removes the manifest, with the key, and what a stopped server must not continue from. Returns the number of rows of
 * every table, and of due messages that will not be sent.
 */
function prepareCopy(copy: string, endSessions: boolean): { rows: Manifest['rows']; unsent: number } {
  const database = new Database(copy)
  try {
    database.run('pragma journal_mode = delete')
    database.run('pragma secure_delete = on')
    database.run(`drop table if exists ${manifestTable}`)
    if (hasColumn(database, 'jobs', 'lease_owner'))
      database.run(
        "update jobs set state = 'ready', lease_owner = null, lease_until = null where state = 'running'",
      )
    if (hasColumn(database, 'processes', 'drain_until')) database.run('delete from processes')
    if (endSessions && hasColumn(database, 'sessions', 'user_id')) database.run('delete from sessions')
    const unsent = markMaybeSent(database, Date.now())
    return { rows: countRows(database), unsent }
  } finally {
    database.close()
  }
}

const maybeSent = 'The database was restored from a copy. This may have been sent since then.'

/** What was due is not sent again: the replaced database may have sent it. Returns the number of messages. */
function markMaybeSent(database: Database, now: number): number {
  let unsent = 0
  if (hasColumn(database, 'subscriber_mails', 'next_at'))
    unsent += database.run(
      `update subscriber_mails set status = 'unknown', error = ?
      where (status in ('queued', 'sending') and next_at <= ?) or (status = 'held' and exists (
        select 1 from recurring where job = 'subscribers.digest' and next_at <= ?))`,
      [maybeSent, now, now],
    ).changes
  if (hasColumn(database, 'post_deliveries', 'target'))
    unsent += database.run(
      `update post_deliveries set status = 'unknown', error = ?
      where status in ('queued', 'sending') and target glob 'message:*'`,
      [maybeSent],
    ).changes
  // The replaced database may have reported everything until now.
  if (hasColumn(database, 'notification_rules', 'digested_until'))
    database.run(
      `update notification_rules set reported_until = max(reported_until, ?1),
        digested_until = max(coalesce(digested_until, 0), ?1)`,
      [now],
    )
  return hasColumn(database, 'jobs', 'finished_at') ? unsent + endSendingJobs(database, now) : unsent
}

/** Ends jobs that send, and the announcements of posts whose publication was due. Returns the number of such jobs. */
function endSendingJobs(database: Database, now: number): number {
  const sending = database.run(
    `update jobs set state = 'dead', error = ?, finished_at = ?
    where state = 'ready' and run_at <= ? and name in ('mail.letter', 'notifications.send', 'posts.published')`,
    [maybeSent, now, now],
  )
  // The key of an ended announcement prevents another one.
  const announcing = database.run(
    `insert into jobs (name, payload, key, state, error, run_at, created_at, finished_at)
    select 'posts.published', json_object('postId', payload ->> '$.postId'),
      'post-published:' || (payload ->> '$.postId'), 'dead', ?1, ?2, ?2, ?2
    from jobs where name = 'posts.publish' and state = 'ready' and run_at <= ?2
    on conflict do nothing`,
    [maybeSent, now],
  )
  return sending.changes + announcing.changes
}

/** The sentence for the terminal about messages that were due; null if there are none. */
export function describeUnsent(unsent: number): string | null {
  if (unsent === 0) return null
  const [messages, them] = unsent === 1 ? ['1 due message', 'it'] : [`${unsent} due messages`, 'them']
  return `${messages} will not be sent: the replaced database may have sent ${them}.`
}

/** The enabled repositories of a database file whose events come from a code host. */
export function findWatched(path: string): string[] {
  using database = new Database(path, { readonly: true })
  if (!hasColumn(database, 'integrations', 'display_name')) return []
  const query = "select display_name from integrations where enabled = 1 and provider = 'github' order by 1"
  return database.query(query).values().map(String)
}

function hasColumn(database: Database, table: string, column: string): boolean {
  return database.query('select 1 from pragma_table_info(?) where name = ?').get(table, column) !== null
}
