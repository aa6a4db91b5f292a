import { Database } from 'bun:sqlite'
import { fdatasyncSync } from 'node:fs'
import { identify } from './files.ts'
import { type LogAnswer, type LogTask, type LogWork, threadStates } from './log-worker.ts'

declare const self: Worker

self.onmessage = ({ data: { work, state } }: MessageEvent<LogTask>) => {
  const { idle, working } = threadStates
  if (Atomics.compareExchange(state, 0, idle, working) !== idle) return
  const answer = perform(work)
  Atomics.store(state, 0, idle)
  Atomics.notify(state, 0)
  self.postMessage(answer)
}

function perform(work: LogWork): LogAnswer {
  try {
    if ('descriptor' in work) fdatasyncSync(work.descriptor)
    else checkpoint(work.path, work.files)
    return {}
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    return { failure: { message, code } }
  }
}

/** SQLite writes the log to the disk before it copies it, and the database file before the log may start again. */
function checkpoint(path: string, files: string[]) {
  const database = new Database(path, { readwrite: true })
  try {
    // Before the first query: that would apply the log at this path to whatever database is there now.
    refuseOthers(identify(path).slice(0, 1), files)
    database.run('pragma busy_timeout = 1000')
    database.query('select 1 from sqlite_schema').values()
    refuseOthers(identify(path), files)
    database.run('pragma wal_checkpoint(passive)')
  } finally {
    database.close(true)
  }
}

function refuseOthers(found: string[], expected: string[]) {
  if (found.some((file, index) => file !== expected[index])) throw new Error('The database files were moved.')
}
