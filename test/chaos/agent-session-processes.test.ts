import { afterAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { readConfig } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'
import { type Db, openDatabase } from '../../src/db/client.ts'
import { migrate } from '../../src/db/migrate.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { createOrganization } from '../../src/features/organizations/service.ts'
import type { Line } from '../support/agent.ts'
import { cleanUp, type Settings, start, temporaryFolder } from '../support/process.ts'
import { freePort, hasSqld, startSqld } from '../support/sqld.ts'
import { answer, say, startTalking } from '../support/talking.ts'
import { databaseOf, newSettings } from './installation.ts'
import { read, type Team } from './talkers.ts'

const stops: (() => unknown)[] = []
afterAll(async () => {
  await cleanUp()
  for (const stop of stops) await stop()
})

const engines: [name: string, open: () => Promise<Settings>][] = [
  ['an embedded database', async () => ({})],
  ...(hasSqld
    ? [
        [
          'a libSQL server',
          async () => {
            const sqld = await startSqld(temporaryFolder())
            stops.push(sqld.stop)
            return { DATABASE_URL: sqld.url }
          },
        ] as (typeof engines)[0],
      ]
    : []),
]

test.each(engines)(
  'of two processes on %s one stops for longer than its lease: the other continues its turn, and later output of the first is discarded',
  async (_name, open) => {
    const talking = startTalking(haltingly, answer('The whole ', 'answer.'), answer('And hello.'))
    stops.push(() => talking[Symbol.dispose]())
    const comeBack = Promise.withResolvers<void>()
    async function* haltingly() {
      yield* say('Half of ')
      await comeBack.promise
      yield* say('what nobody hears.')
      await new Promise(() => {})
    }
    const settings: Settings = {
      ...(await newSettings('http://127.0.0.1:1')),
      ...talking.settings,
      ...(await open()),
    }
    const key = await prepare(settings)
    const db = openDatabase(settings.DATABASE_URL ?? `file:${databaseOf(settings)}`)
    const first = await start(settings)
    const { sessionId } = await send(first.url, key, '', 'Tell me')
    const saying = async (lines: number) => {
      while (talking.talks[0]?.sent !== lines) await Bun.sleep(5)
    }
    await saying(1)
    const second = await start({ ...settings, PORT: String(await freePort()) })

    const team: Team = { key, sessionId, lines: [[], []] }
    const [here = [], there = []] = team.lines
    let isOver = false
    const readers = [read(first.url, team, here, () => isOver), read(second.url, team, there, () => isOver)]
    // Events that one process writes are streamed by the other.
    await until(there, 'Half of ')
    await until(here, 'Half of ')
    await standStill(first.pid, db)
    await db.run(sql`update jobs set lease_until = 1 where state = 'running' and lane = 'turns'`)
    await until(there, 'session.waiting')
    expect(talking.talks.length).toBe(2)

    // The model's output is stored when it comes back.
    comeBack.resolve()
    await saying(2)
    process.kill(first.pid, 'SIGCONT')
    await talking.talks[0]?.left
    await send(first.url, key, `/${sessionId}`, 'Hello')
    await until(there, '"message":"And hello."')
    for (const lines of team.lines)
      while (lines.at(-1)?.includes('session.waiting') !== true) await Bun.sleep(5)

    const rows = await db.all<{ index: number; event: string }>(
      sql`select "index", event from agent_events order by "index"`,
    )
    expect(rows.map(({ index }) => index)).toEqual(rows.map((_, index) => index))
    const stored = rows.map(({ event }) => event)
    while (here.length < stored.length || there.length < stored.length) await Bun.sleep(5)
    expect([here, there]).toEqual([stored, stored])
    const events = stored.map((line): Line => JSON.parse(line))
    expect(new Set(events.map(({ meta }) => meta.id)).size).toBe(events.length)
    expect(stored.join('\n')).not.toContain('nobody hears')
    const said = events.filter(({ type }) => type === 'message.completed').map(({ data }) => data.message)
    expect(said).toEqual(['The whole answer.', 'And hello.'])
    const begun = events.filter(({ type }) => type === 'step.started').map(({ data }) => data.attempt)
    expect(begun).toEqual([undefined, 2, undefined])
    expect(talking.talks.length).toBe(3)
    isOver = true
    expect(await Promise.all([first.terminate(), second.terminate()])).toEqual([0, 0])
    await Promise.all(readers)
    db.$client.close()
  },
  60_000,
)

async function prepare(settings: Settings): Promise<string> {
  const ctx = createContext(readConfig({ ...settings, LOG_LEVEL: 'silent' }))
  await migrate(ctx.db)
  const { id } = await createOrganization(ctx, 'acme', 'Acme')
  const { key } = await createKey(ctx, id, { name: 'chaos' })
  ctx.db.$client.close()
  return key
}

async function send(url: string, key: string, path: string, message: string) {
  const response = await fetch(`${url}/v2/agent/v1/session${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message }),
  })
  if (!response.ok) throw new Error(`A message was answered ${await response.text()}`)
  return (await response.json()) as { sessionId: string }
}

async function until(lines: string[], text: string) {
  while (!lines.some((line) => line.includes(text))) await Bun.sleep(5)
}

/**
 * Stops a process while it holds no lock of the database, as is nearly always true for a pause of a minute.
 */
async function standStill(pid: number, db: Db) {
  for (;;) {
    process.kill(pid, 'SIGSTOP')
    const isFree = await db.run(sql`delete from guards`).then(
      () => true,
      () => false,
    )
    if (isFree) return
    process.kill(pid, 'SIGCONT')
  }
}
