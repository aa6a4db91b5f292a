import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { cleanUp, type Settings, start, succeed, temporaryFolder } from '../support/process.ts'
import { answer, say, startTalking } from '../support/talking.ts'
import { canMount, type Disk, limitFiles, mountDisk } from './disk.ts'
import { databaseOf, newSettings } from './installation.ts'
import { read, type Team } from './talkers.ts'

afterAll(cleanUp)

const disks: [string, (folder: string) => Promise<Disk>][] = [
  ['files that may not grow', async (folder) => limitFiles(folder)],
]
if (canMount) disks.push(['a full disk', (folder) => mountDisk(folder, 'size=16m')])

// Each waits for the end of a lease, so they run together.
test.concurrent.each(disks)(
  'the output of a model that meets %s is streamed as far as it is stored, and again when there is space',
  async (_name, prepareDisk) => {
    const isFull = Promise.withResolvers<void>()
    using talking = startTalking(endless, answer('All that ', 'there is to say.'))
    async function* endless() {
      yield* say('Once upon a time ')
      await isFull.promise
      for (;;) yield* say('and then '.repeat(200))
    }
    const settings: Settings = { ...(await newSettings('http://127.0.0.1:1')), ...talking.settings }
    const disk = await prepareDisk(settings.DATA_DIR ?? '')
    await succeed(['org', 'create', '--slug', 'acme', '--name', 'Acme'], settings, disk.place)
    const key = await succeed(['key', 'create', '--org', 'acme', '--name', 'chaos'], settings, disk.place)
    const server = await start(settings, disk.place)
    const begun = await fetch(`${server.url}/v2/agent/v1/session`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'Tell me a story' }),
    })
    const { sessionId } = (await begun.json()) as { sessionId: string }
    const lines: string[] = []
    const team: Team = { key, sessionId, lines: [lines] }
    let isOver = false
    const reader = read(server.url, team, lines, () => isOver)
    while (!lines.some((line) => line.includes('Once upon'))) await Bun.sleep(5)

    disk.fill(server)
    isFull.resolve()
    // A server that cannot write the events stops the model.
    await talking.talks[0]?.left
    await server.hasPrinted('its result could not be stored')
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)

    // The failure could not be stored; the turn is resumed when its lease ends.
    disk.free(server)
    while (!lines.at(-1)?.includes('session.waiting')) await Bun.sleep(5)
    isOver = true
    expect(await server.terminate()).toBe(0)
    await reader

    const copy = join(temporaryFolder(), 'copy.db')
    cpSync(databaseOf({ DATA_DIR: disk.folder }), copy)
    disk.remove()
    using database = new Database(copy, { readonly: true })
    const stored = database
      .query<{ event: string }, []>('select event from agent_events order by "index"')
      .all()
    expect(lines).toEqual(stored.map(({ event }) => event))
    const told = lines.map((line) => JSON.parse(line))
    expect(new Set(told.map(({ meta }) => meta.id)).size).toBe(told.length)
    expect(told.at(-4).data.message).toBe('All that there is to say.')
    expect(talking.talks.length).toBe(2)
    expect(database.query('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  },
  60_000,
)
