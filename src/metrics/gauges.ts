import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { version } from '../../package.json'
import { readRecord } from '../backup/record.ts'
import type { Config } from '../config.ts'
import { databaseFile } from '../db/client.ts'
import type { DatabaseClient } from '../db/database-client.ts'
import { snapshotsOf } from '../db/snapshot.ts'
import { gauge } from './registry.ts'

type Source = { config: Config; db: { $client: DatabaseClient }; now(): Date }

const startedAt = Date.now() / 1000
let loopDelay: ReturnType<typeof monitorEventLoopDelay> | null = null

/** Starts to measure how late the event loop runs its timers. */
export function watchEventLoop(): void {
  if (loopDelay) return
  loopDelay = monitorEventLoopDelay({ resolution: 20 })
  loopDelay.enable()
}

/** What is read when the metrics are asked for. */
export async function readGauges({ config, db, now }: Source): Promise<string> {
  return [
    gauge('herald_build_info', 'Version of Herald and of its runtime.', [
      { labels: { version, bun: Bun.version }, value: 1 },
    ]),
    ofProcess(),
    eventLoop(),
    files(config),
    backups(config),
    await jobs(db.$client, now()),
  ].join('')
}

function ofProcess(): string {
  const { user, system } = process.cpuUsage()
  return [
    gauge('process_start_time_seconds', 'When this process started.', [{ value: startedAt }]),
    gauge('process_resident_memory_bytes', 'Resident memory.', [{ value: process.memoryUsage.rss() }]),
    gauge('process_cpu_seconds_total', 'Processor time.', [{ value: (user + system) / 1e6 }], 'counter'),
  ].join('')
}

/** The delays since the last time that the metrics were read. */
function eventLoop(): string {
  if (!loopDelay) return ''
  const samples = [0.5, 0.99, 1].map((quantile) => ({
    labels: { quantile: String(quantile) },
    value: (loopDelay?.percentile(quantile * 100) ?? 0) / 1e9,
  }))
  loopDelay.reset()
  return gauge('herald_event_loop_delay_seconds', 'Delay of timers since the last scrape.', samples)
}

const statOf = (path: string) => statSync(path, { throwIfNoEntry: false })

function files({ databaseUrl }: Config): string {
  const path = databaseFile(databaseUrl)
  if (!path) return ''
  const samples = [
    { labels: { file: 'database' }, value: statOf(path)?.size ?? 0 },
    { labels: { file: 'write-ahead log' }, value: statOf(`${path}-wal`)?.size ?? 0 },
  ]
  const folder = snapshotsOf(path)
  const times = statOf(folder)
    ? readdirSync(folder)
        .filter((name) => /^before-.*\.db$/.test(name))
        .map((name) => statOf(join(folder, name))?.mtimeMs ?? 0)
    : []
  return [
    gauge('herald_file_bytes', 'Size of the files of the database.', samples),
    gauge(
      'herald_snapshot_timestamp_seconds',
      'When the newest snapshot was saved.',
      times.length > 0 ? [{ value: Math.max(...times) / 1000 }] : [],
    ),
  ].join('')
}

function backups({ dataDir }: Config): string {
  const { backup, failure, check } = readRecord(dataDir)
  const time = (name: string, help: string, at: string | undefined) =>
    gauge(name, help, at ? [{ value: Date.parse(at) / 1000 }] : [])
  return [
    time('herald_backup_timestamp_seconds', 'When the last backup was complete.', backup?.at),
    gauge('herald_backup_bytes', 'Size of the last backup.', backup ? [{ value: backup.bytes }] : []),
    gauge(
      'herald_backup_duration_seconds',
      'Time of the last backup.',
      backup ? [{ value: backup.milliseconds / 1000 }] : [],
    ),
    time('herald_backup_check_timestamp_seconds', 'When a backup was last found good.', check?.at),
    gauge('herald_backup_failed', '1 if the last backup failed.', [{ value: failure ? 1 : 0 }]),
  ].join('')
}

/** In the background, since many jobs may be ready. */
async function jobs(client: DatabaseClient, now: Date): Promise<string> {
  const counts = await client.readInBackground(
    `select name, state, count(*) from jobs where state = 'ready' group by name
     union all select name, state, count(*) from jobs where state = 'running' group by name`,
    [],
  )
  const oldest = await client.readInBackground(
    "select min(run_at) from jobs where state = 'ready' and run_at <= ?",
    [now.getTime()],
  )
  const dueAt = oldest.rows[0]?.[0]
  return [
    gauge(
      'herald_jobs',
      'Jobs that are ready or running.',
      counts.rows.map((row) => ({
        labels: { job: String(row[0]), state: String(row[1]) },
        value: Number(row[2]),
      })),
    ),
    gauge('herald_oldest_ready_job_seconds', 'How long the oldest ready job has been due.', [
      { value: dueAt === null || dueAt === undefined ? 0 : (now.getTime() - Number(dueAt)) / 1000 },
    ]),
  ].join('')
}
