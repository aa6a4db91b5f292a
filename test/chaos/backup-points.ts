// Kills backup, upload, restore, rollback and migration at their system calls, or fills their disk there (needs strace):
//   bun test/chaos/backup-points.ts [--points 12] [--only restore]
// With --kills 200, kills each that many times at a random moment instead (without strace).
import { Database } from 'bun:sqlite'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { verifyBackup } from '../../src/backup/verify.ts'
import { createEarlier } from '../support/earlier-database.ts'
import { cleanUp, program, type Settings, temporaryFolder } from '../support/process.ts'
import { startS3 } from '../support/s3.ts'
import { createRandom, seed } from './random.ts'

const { values } = parseArgs({
  options: {
    points: { type: 'string', default: '12' },
    only: { type: 'string' },
    kills: { type: 'string' },
  },
})
const maxPoints = Number(values.points)

/** An upload of more than 16 MB has several parts. */
const posts = { small: 400, large: 2_000 }
const store = startS3()
const home = temporaryFolder()
const data = join(home, 'data')
const path = join(data, 'herald.db')
const file = join(home, 'saved.db')
const settings: Settings = {
  DATA_DIR: data,
  SECRET_KEY: 'a key that is long enough for a test',
  ...store.settings,
}

type Operation = {
  command: string[]
  /** Statements that change the disk or send bytes; the process is killed when it begins one. */
  killedAt: string[]
  /** Statements that fail when the disk is full. */
  filledAt: string[]
  /** The state before the command. */
  prepare(): void
  /** What is wrong after the command was interrupted; null if nothing. */
  findFault(): string | null
  /** What is wrong after the next, undisturbed run. */
  findUnfinished(): string | null
}

const durable = ['fsync', 'fdatasync', 'rename', 'unlink', 'ftruncate', 'pwrite64']
const writing = ['pwrite64', 'copy_file_range', 'ftruncate', 'fallocate']

const read = (sql: string) => {
  using database = new Database(path)
  return database.query(sql).values().join()
}
const isSound = () => read('pragma quick_check') === 'ok'
const leftovers = (folder: string) => readdirSync(folder).filter((name) => name.includes('partial'))

function reset(from: string): void {
  rmSync(data, { recursive: true, force: true })
  mkdirSync(join(data, 'snapshots'), { recursive: true })
  copyFileSync(from, path)
}

/** Undefined if there is no such file. */
function rowsOf(backup: string): number | undefined {
  return existsSync(backup) ? verifyBackup(backup).rows.posts : undefined
}

const templates = await prepareTemplates()
const target = join(home, 'target.db')

const operations: Record<string, Operation> = {
  backup: {
    command: ['backup', target],
    killedAt: durable,
    filledAt: writing,
    prepare() {
      reset(templates.upgraded)
      rmSync(target, { force: true })
    },
    findFault: () => ((rowsOf(target) ?? posts.small) === posts.small ? null : 'the backup is not complete'),
    findUnfinished: () =>
      rowsOf(target) !== posts.small || leftovers(home).length > 0 ? 'no backup, or leftovers' : null,
  },
  upload: {
    command: ['backup', 's3://bucket/nightly'],
    killedAt: ['sendto'],
    filledAt: writing,
    prepare() {
      reset(templates.large)
      store.objects.clear()
    },
    findFault: () => findBadObject(),
    findUnfinished: () => (store.objects.size > 0 ? findBadObject() : 'no object'),
  },
  restore: {
    command: ['restore', file, '--yes'],
    killedAt: durable,
    filledAt: writing,
    prepare() {
      reset(templates.upgraded)
      using database = new Database(path)
      database.run("update organizations set name = 'changed'")
      database.run('delete from posts where rowid % 2 = 0')
    },
    findFault() {
      const state = read('select name, (select count(*) from posts) from organizations')
      const isWhole = state === `changed,${posts.small / 2}` || state === `Acme,${posts.small}`
      return isWhole && isSound() ? null : `the database is neither the old nor the new one: ${state}`
    },
    findUnfinished: () => (read('select name from organizations') === 'Acme' ? null : 'not restored'),
  },
  rollback: {
    command: ['rollback', '--yes', '--to', '0030_job_deaths'],
    killedAt: durable,
    filledAt: writing,
    prepare() {
      reset(templates.upgraded)
      copyFileSync(templates.earlier, join(data, 'snapshots/before-0030_job_deaths.db'))
    },
    findFault: () =>
      isSound() && read('select count(*) from posts') === String(posts.small) ? null : 'rows are missing',
    findUnfinished: () =>
      read("select max(name) < '0030' from migrations") === '1' ? null : 'not rolled back',
  },
  migration: {
    command: ['migrate'],
    killedAt: durable,
    filledAt: writing,
    prepare: () => reset(templates.earlier),
    findFault: () =>
      isSound() && read('select count(*) from posts') === String(posts.small) ? null : 'rows are missing',
    findUnfinished: () =>
      read('select count(*) > 40 from migrations') === '1' ? null : 'the migrations are not applied',
  },
}

let faults = 0
for (const [name, operation] of Object.entries(operations)) {
  if (values.only && values.only !== name) continue
  if (values.kills) {
    faults += await killAtRandom(name, operation, Number(values.kills))
    continue
  }
  for (const [fault, calls] of [
    ['killed', operation.killedAt],
    ['full disk', operation.filledAt],
  ] as const) {
    const points = choose(await countCalls(operation, calls))
    for (const point of points) faults += (await tryPoint(name, operation, fault, point)) ? 0 : 1
    console.log(`${name}, ${fault}: ${points.length} points`)
  }
}
store.stop()
await cleanUp()
console.log(faults === 0 ? 'No fault.' : `${faults} faults.`)
process.exit(faults === 0 ? 0 : 1)

/** Kills a command at random moments, and completes it after every tenth kill; returns the number of faults. */
async function killAtRandom(name: string, operation: Operation, kills: number): Promise<number> {
  operation.prepare()
  const begin = performance.now()
  await run(operation)
  const duration = performance.now() - begin
  const random = createRandom(seed)
  let [found, killed] = [0, 0]
  for (let kill = 1; kill <= kills; kill++) {
    operation.prepare()
    const ended = await run(operation, null, random.between(0, 1.1) * duration)
    if (ended.exitCode !== 0) killed++
    const problem = await explain(
      async () => operation.findFault() ?? (kill % 10 === 0 ? await finish(operation) : null),
    )
    if (problem !== null) found++
    if (problem !== null) console.error(`${name}, kill ${kill} of seed ${seed}: ${problem}`)
  }
  console.log(`${name}: ${killed} of ${kills} killed, ${found} faults`)
  return found
}

type Point = { call: string; number: number }

/** True if the state is sound after the interruption, and complete after the next run. */
async function tryPoint(
  name: string,
  operation: Operation,
  fault: string,
  { call, number }: Point,
): Promise<boolean> {
  operation.prepare()
  const inject = fault === 'killed' ? `signal=SIGKILL:when=${number}` : `error=ENOSPC:when=${number}+`
  await run(operation, ['-e', `trace=${call}`, '-e', `inject=${call}:${inject}`])
  const problem = await explain(async () => operation.findFault() ?? (await finish(operation)))
  if (problem !== null) console.error(`${name}, ${fault} at ${call} ${number}: ${problem}`)
  return problem === null
}

async function finish(operation: Operation): Promise<string | null> {
  const { exitCode, stderr } = await run(operation)
  return exitCode === 0 ? operation.findUnfinished() : `the next run failed: ${stderr}`
}

async function explain(find: () => Promise<string | null>): Promise<string | null> {
  try {
    return await find()
  } catch (error) {
    return (error as Error).message
  }
}

// Not synchronously: this process is the bucket.
async function run(
  { command }: Pick<Operation, 'command'>,
  options: string[] | null = null,
  killAfter: number | null = null,
) {
  const log = join(home, 'strace.log')
  const traced = options ? ['strace', '-f', '-qq', '-o', log, ...options] : []
  const child = Bun.spawn([...traced, ...program, ...command], {
    env: { PATH: process.env.PATH ?? '', ...settings },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  if (killAfter !== null) {
    await Promise.race([child.exited, Bun.sleep(killAfter)])
    child.kill('SIGKILL')
  }
  const stderr = await child.stderr.text()
  return { exitCode: await child.exited, stderr: stderr.trim() }
}

async function succeed(command: string[]): Promise<void> {
  const { exitCode, stderr } = await run({ command })
  if (exitCode !== 0) throw new Error(stderr)
}

/** How often a thread of the undisturbed command makes each call: strace counts by thread. */
async function countCalls(operation: Operation, calls: string[]): Promise<Point[]> {
  operation.prepare()
  const { exitCode, stderr } = await run(operation, ['-e', `trace=${calls.join(',')}`])
  if (exitCode !== 0) throw new Error(stderr)
  const counts = new Map<string, number>()
  for (const line of readFileSync(join(home, 'strace.log'), 'utf8').split('\n')) {
    const [, thread, call] = /^(\d+)\s+(\w+)\(/.exec(line) ?? []
    if (thread && call) counts.set(`${thread} ${call}`, (counts.get(`${thread} ${call}`) ?? 0) + 1)
  }
  const most = new Map<string, number>()
  for (const [key, count] of counts) {
    const call = key.split(' ')[1] ?? ''
    most.set(call, Math.max(most.get(call) ?? 0, count))
  }
  return [...most].flatMap(([call, count]) =>
    Array.from({ length: count }, (_, index) => ({ call, number: index + 1 })),
  )
}

/** At most `maxPoints` points, spread over all of them. */
function choose(points: Point[]): Point[] {
  const step = Math.max(1, points.length / maxPoints)
  return points.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
}

function findBadObject(): string | null {
  for (const [key, bytes] of store.objects) {
    const copy = join(home, 'object.db')
    writeFileSync(copy, bytes)
    if (rowsOf(copy) !== posts.large) return `${key} is not complete`
  }
  return null
}

/** Databases before and after an upgrade, and a backup of the later one. */
async function prepareTemplates() {
  const made = (name: string) => join(home, `${name}.db`)
  createEarlier(made('earlier'), { next: '0030', posts: posts.small })
  createEarlier(made('large'), { next: '0030', posts: posts.large })
  for (const [from, to] of [
    ['earlier', 'upgraded'],
    ['large', 'large'],
  ] as const) {
    reset(made(from))
    await succeed(['migrate'])
    using database = new Database(path)
    database.run('pragma wal_checkpoint(truncate)')
    copyFileSync(path, made(to))
  }
  reset(made('upgraded'))
  await succeed(['backup', file])
  return { earlier: made('earlier'), upgraded: made('upgraded'), large: made('large') }
}
