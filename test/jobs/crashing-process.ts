import { inArray } from 'drizzle-orm'
import { t } from 'elysia'
import { readConfig } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'
import { type Attempt, defineJob } from '../../src/jobs/define.ts'
import { startRunner } from '../../src/jobs/runner.ts'
import { jobs } from '../../src/jobs/table.ts'

// One life of a process that runs jobs, for `crash-loop.test.ts`: bun crashing-process.ts DATA_DIR MINUTES [hang].

const [, , dataDir = '', minutes = '0', hang] = process.argv
const ahead = Number(minutes) * 60_000
const ctx = createContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), {
  now: () => new Date(Date.now() + ahead),
})

const forever = new Promise<never>(() => {})
const step = (act: () => Promise<unknown>) => (_ctx: unknown, _payload: unknown, attempt: Attempt) =>
  attempt.step('work', act).then(() => {})

const crash = async () => {
  process.kill(process.pid, 'SIGKILL')
  await forever
}
const work = () => (hang ? forever : Bun.sleep(30))

const runner = await startRunner(ctx, [
  defineJob('test.poison', t.Object({}), step(crash)),
  defineJob('test.innocent', t.Object({}), step(work)),
])
console.log('running')
for (;;) {
  await runner.look()
  const open = await ctx.db
    .select()
    .from(jobs)
    .where(inArray(jobs.state, ['ready', 'running']))
  if (!hang && open.every(({ state, runAt }) => state === 'ready' && runAt > ctx.now())) process.exit(0)
  await Bun.sleep(20)
}
