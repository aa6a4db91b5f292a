import { readFileSync } from 'node:fs'
import type { Log } from '../log.ts'

/** With fewer, a busy server may run out of file handles. */
const enoughOpenFiles = 1024

/** Maximum open files and connections of this process (RLIMIT_NOFILE); null if the system does not report it. */
export function readOpenFileLimit(path = '/proc/self/limits'): number | null {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync(path, 'utf8')) ?? []
    return limit === undefined ? null : Number(limit)
  } catch {
    return null
  }
}

/** Logs a warning if a busy server may run out of file handles. */
export function warnOfFewFiles(log: Pick<Log, 'warn'>, limit = readOpenFileLimit()) {
  if (limit === null || limit >= enoughOpenFiles) return
  log.warn(
    `This process may have only ${limit} files and connections open. Raise the limit to ${enoughOpenFiles} or more (ulimit -n, LimitNOFILE).`,
  )
}

/**
 * Maximum concurrent streamed responses. Each uses a connection, and a second one to a model while it is generated:
 * half of the limit stays free for requests, the database and everything else.
 */
export function maxStreamsOf(openFiles: number | null): number {
  return Math.max(1, Math.floor((openFiles ?? enoughOpenFiles) / 2))
}
