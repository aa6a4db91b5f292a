import { afterAll, expect, test } from 'bun:test'
import { readConfig } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'
import { migrate } from '../../src/db/migrate.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { createOrganization } from '../../src/features/organizations/service.ts'
import { addIdentity } from '../support/app.ts'
import { cleanUp, launch, type Settings, start } from '../support/process.ts'
import { databaseOf, newSettings, openBeside } from './installation.ts'
import { createRandom, seed, times } from './random.ts'
import { messageOf, read, startModel, type Team, talk } from './talkers.ts'
import { expectToldOnce, type Story } from './told.ts'

const kills = times(6)
const teamCount = 10

console.log(`CHAOS_SEED=${seed}`)
const stops: (() => unknown)[] = []
afterAll(async () => {
  await cleanUp()
  for (const stop of stops) stop()
})

test(
  'killed while agents answer, act and wait for users, no event is lost or doubled, no action is done twice, and no finished step is run again',
  async () => {
    const random = createRandom(seed + 700)
    const settings = await newSettings('http://127.0.0.1:1')
    const path = databaseOf(settings)
    const model = startModel(createRandom(seed + 701), path)
    stops.push(() => model[Symbol.dispose]())
    Object.assign(settings, model.settings)
    const keys = await prepare(settings)

    let server = await start(settings)
    let number = 0
    const next = () => number++
    const teams = await Promise.all(keys.map((key) => begin(server.url, key, next())))
    let isOver = false
    const readers = teams.flatMap((team) =>
      team.lines.map((lines) => read(server.url, team, lines, () => isOver)),
    )
    let isQuiet = false
    const talks = teams.map((team, index) =>
      talk({ url: server.url, team, random: createRandom(seed + 710 + index), next, isOver: () => isQuiet }),
    )

    for (let killed = 0; killed < kills; killed++) {
      // The first kill interrupts a step, which the next process starts again.
      if (killed === 0) await model.said()
      else {
        await Promise.race([model.said(), Bun.sleep(1000)])
        await Bun.sleep(random.chance(0.5) ? random.between(0, 15) : random.between(50, 500))
      }
      await server.kill()
      server = launch(settings)
      // Some are killed again while they resume the interrupted turns.
      if (random.chance(0.2)) {
        await Bun.sleep(random.between(0, 400))
        await server.kill()
        server = launch(settings)
      }
      await server.ready()
    }
    isQuiet = true
    await Promise.all(talks)
    const stories = await untilQuiet(path)
    // The last events reach their readers before the streams close.
    for (const { sessionId, events } of stories)
      for (const lines of teams.find((team) => team.sessionId === sessionId)?.lines ?? [])
        while (lines.length < events.length) await Bun.sleep(5)
    for (const [index, team] of teams.entries())
      await expectReplays(server.url, team, stories[index]?.events ?? [], index === 0)
    isOver = true
    expect(await server.terminate()).toBe(0)
    await Promise.all(readers)

    expect(model.repeated).toEqual([])
    for (const { sessionId, events } of stories)
      for (const lines of teams.find((team) => team.sessionId === sessionId)?.lines ?? [])
        expect(lines).toEqual(events)
    const { turns, approvals, attempts } = expectToldOnce(path, stories)
    console.log(
      `${kills} kills: ${turns} turns, ${approvals} approvals, ${attempts} steps begun anew, ${model.talks.length} calls of the model`,
    )
    expect(turns).toBeGreaterThan(kills)
    expect(attempts).toBeGreaterThan(0)
  },
  3 * 60_000,
)

/** Teams with a key each, before any server runs. */
async function prepare(settings: Settings): Promise<string[]> {
  const ctx = createContext(readConfig({ ...settings, LOG_LEVEL: 'silent' }))
  await migrate(ctx.db)
  const keys: string[] = []
  for (let team = 0; team < teamCount; team++) {
    const { id } = await createOrganization(ctx, `team-${team}`, `Team ${team}`)
    await addIdentity(ctx, id, `brand-${team}`)
    keys.push((await createKey(ctx, id, { name: 'chaos' })).key)
  }
  ctx.db.$client.close()
  return keys
}

/** A team with a new session, and the empty records of two readers. */
async function begin(url: string, key: string, number: number): Promise<Team> {
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`POST ${path} answered ${await response.text()}`)
    return (await response.json()) as { sessionId: string }
  }
  await post('/v1/skills', { name: 'tone', description: 'Ours', content: 'Be brief.' })
  const { sessionId } = await post('/v2/agent/v1/session', { message: messageOf(number) })
  return { key, sessionId, lines: [[], []] }
}

/** The stored events of each session, by team, once no turn and no job of a turn is left to run. */
async function untilQuiet(path: string): Promise<Story[]> {
  using database = openBeside(path, { readonly: true })
  // A job whose process died between the end of its turn and its own end is finished by a later server.
  const running = database.query(`
    select 1 from agent_turns where status in ('running', 'queued')
    union all select 1 from jobs where name = 'agent-sessions.turn' and state in ('ready', 'running')`)
  while (running.get() !== null) await Bun.sleep(20)
  const sessions = database
    .query<{ id: string }, []>(
      'select s.id from agent_sessions s join organizations o on o.id = s.organization_id order by o.slug',
    )
    .all()
  return sessions.map(({ id }) => ({
    sessionId: id,
    events: database
      .query<{ event: string }, [string]>(
        'select event from agent_events where session_id = ? order by "index"',
      )
      .all(id)
      .map(({ event }) => event),
  }))
}

/** A stream replayed from an index equals the rest of the stored events, byte for byte. */
async function expectReplays(url: string, { key, sessionId }: Team, events: string[], everywhere: boolean) {
  const step = everywhere ? 1 : 17
  for (let index = 0; index <= events.length; index += step) {
    const address = `${url}/v2/agent/v1/session/${sessionId}/stream?follow=false&startIndex=${index}`
    const response = await fetch(address, { headers: { authorization: `Bearer ${key}` } })
    const rest = events.slice(index).map((event) => `${event}\n`)
    expect(await response.text()).toBe(rest.join(''))
  }
}
