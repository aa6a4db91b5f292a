import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readMigrations } from '../../src/db/migrations.ts'
import { createEarlier } from '../support/earlier-database.ts'
import {
  cleanUp,
  launch,
  type Place,
  type Server,
  type Settings,
  start,
  temporaryFolder,
} from '../support/process.ts'
import { freePort } from '../support/sqld.ts'
import { canMount, limitFiles, mountDisk } from './disk.ts'
import { createRandom, seed, times } from './random.ts'

afterAll(cleanUp)

/** Set 1000 for a database of 1 GB. */
const megabytes = Number(process.env.MIGRATION_MEGABYTES ?? 25)
const kills = times(4)
const fillings = times(1)
const posts = Math.round(megabytes * 200)
/** The version that every later migration of posts applies to. */
const next = '0008'
const earlier = readMigrations().filter(({ name }) => name < next).length

test(
  `an earlier database of ${megabytes} MB is upgraded although the server is killed ${kills} times and its disk fills ${fillings} times, seed ${seed}`,
  async () => {
    const random = createRandom(seed)
    const disk = canMount
      ? await mountDisk(temporaryFolder(), `size=${megabytes * 4 + 64}m`)
      : limitFiles(temporaryFolder())
    const path = join(disk.folder, 'herald.db')
    const made = join(temporaryFolder(), 'herald.db')
    createEarlier(made, { next, posts })
    const settings = {
      DATA_DIR: disk.folder.replace(/^\/proc\/\d+\/root/, ''),
      PORT: String(await freePort()),
      LOG_LEVEL: 'warn',
    }
    const begin = () => {
      for (const file of readdirSync(disk.folder)) rmSync(join(disk.folder, file), { recursive: true })
      cpSync(made, path)
    }
    const counts = { killed: 0, filled: 0, upgraded: 0 }
    let checkedSnapshot = 0

    begin()
    while (counts.killed < kills || counts.filled < fillings) {
      const server = launch(settings, disk.place)
      const isFilled = counts.filled < fillings && counts.killed >= (counts.filled + 1) * (kills / fillings)
      // A kill may also come while the snapshot is copied.
      const delay = isFilled || random.chance(0.5) ? null : random.between(100, 1500)
      await untilWritten(server, path, delay)
      if (isFilled) {
        disk.fill(server)
        const isEnded = await hasEnded(server)
        if (isEnded) expect(server.output()).toMatch(/free some space/i)
        if (isEnded) counts.filled++
        if (canMount || !isEnded) disk.free(server)
      }
      if ((await server.kill()) === 137 && !isFilled) counts.killed++
      const migrations = expectWhole(path)
      for (const snapshot of snapshotsOf(disk.folder)) {
        const time = statSync(snapshot).mtimeMs
        // The rollback to the earlier version.
        if (time !== checkedSnapshot) expect(expectWhole(snapshot)).toBe(earlier)
        checkedSnapshot = time
      }
      if (migrations < readMigrations().length) continue
      expect(snapshotsOf(disk.folder)).toHaveLength(1)
      await expectServes(settings, disk.place)
      counts.upgraded++
      begin()
    }

    await expectServes(settings, disk.place)
    expect(expectWhole(path)).toBe(readMigrations().length)
    disk.remove()
  },
  60 * 60_000,
)

async function expectServes(settings: Settings, place: Place) {
  const server = await start(settings, place)
  expect(await server.terminate()).toBe(0)
}

/** Waits until a server on a full disk ends, or has finished its migration; returns whether it ended. */
async function hasEnded(server: Server): Promise<boolean> {
  let isOver = false
  void server.exited.then(() => {
    isOver = true
  })
  while (!isOver) {
    const answer = await fetch(`${server.url}/healthz`).catch(() => null)
    if (answer?.status === 200) return false
    await Bun.sleep(5)
  }
  return true
}

/** Waits until a server has written to its database, has ended, or a time is over. */
async function untilWritten(server: Server, path: string, milliseconds: number | null) {
  const before = writtenAt(path)
  let isOver = false
  void server.exited.then(() => {
    isOver = true
  })
  const end = milliseconds === null ? Number.POSITIVE_INFINITY : performance.now() + milliseconds
  while (!isOver && performance.now() < end && writtenAt(path) === before) await Bun.sleep(1)
}

const writtenAt = (path: string) => statSync(`${path}-wal`, { throwIfNoEntry: false })?.mtimeMs ?? 0

const snapshotsOf = (folder: string) => {
  const snapshots = join(folder, 'snapshots')
  if (!statSync(snapshots, { throwIfNoEntry: false })) return []
  return readdirSync(snapshots)
    .filter((file) => file.endsWith('.db'))
    .map((file) => join(snapshots, file))
}

/** Opens a copy, because SQLite cannot open files of a disk that only the server sees. */
function inspect<T>(path: string, read: (database: Database) => T): T {
  const copy = join(temporaryFolder(), 'copy.db')
  for (const part of ['', '-wal']) if (existsSync(path + part)) cpSync(path + part, copy + part)
  try {
    using database = new Database(copy)
    return read(database)
  } finally {
    rmSync(dirname(copy), { recursive: true })
  }
}

/** Checks that a database lost nothing, and returns how many migrations it has. */
function expectWhole(path: string): number {
  const { count, ...found } = inspect(path, (database) => ({
    check: database.query('pragma quick_check').all(),
    posts: database.query('select count(*) as posts from posts').get(),
    count:
      database.query<{ count: number }, []>('select count(*) as count from migrations').get()?.count ?? 0,
  }))
  expect(found).toEqual({ check: [{ quick_check: 'ok' }], posts: { posts } })
  return count
}
