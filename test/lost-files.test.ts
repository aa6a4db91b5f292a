import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, test } from 'bun:test'
import { copyFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { canMount, type Disk, limitFiles, mountDisk } from './chaos/disk.ts'
import { databaseOf } from './chaos/installation.ts'
import { command } from './support/command.ts'
import {
  cleanUp,
  run,
  type Server,
  type Settings,
  start,
  succeed,
  temporaryFolder,
} from './support/process.ts'
import { freePort } from './support/sqld.ts'

const minute = 60_000
afterAll(cleanUp)

const misplaced =
  'The database file is no longer in its place: DATA_DIR or a file in it was moved, deleted or replaced. Nothing is stored. Stop the server, move the files back or run "herald restore" with a backup, and start it again. If all of DATA_DIR is gone, a start creates an empty database.'

async function installation(folder = join(temporaryFolder(), 'data')): Promise<Settings> {
  const settings = { DATA_DIR: folder, PORT: String(await freePort()), LOG_LEVEL: 'silent' }
  await command(['org', 'create', '--slug', 'acme', '--name', 'Acme'], settings)
  return settings
}

/** Sends a request that stores something; returns the status of the answer. */
async function send({ url }: Server, message: string): Promise<number> {
  const response = await fetch(`${url}/v1/feedback/acme`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message }),
  })
  return response.status
}

async function readiness({ url }: Server): Promise<{ status: number; error?: string }> {
  const response = await fetch(`${url}/readyz`)
  const { error } = (await response.json()) as { error?: string }
  return { status: response.status, error }
}

async function untilReadinessIs(server: Server, status: number) {
  for (;;) {
    const found = await readiness(server)
    if (found.status === status) return found
    await Bun.sleep(20)
  }
}

function messagesIn(path: string): unknown[] {
  const database = new Database(path, { readonly: true })
  const messages = database.query('select message from feedback order by message').values().flat()
  database.close()
  return messages
}

describe('a server whose files were removed stores nothing, and reports that it is not ready', () => {
  const replace = (path: string) => {
    copyFileSync(path, `${path}.new`)
    renameSync(`${path}.new`, path)
  }
  const cases: [string, (folder: string) => void][] = [
    ['the data folder was deleted', (folder) => rmSync(folder, { recursive: true })],
    ['the data folder was moved', (folder) => renameSync(folder, `${folder}-elsewhere`)],
    ['the database was deleted', (folder) => rmSync(join(folder, 'herald.db'))],
    ['the database was replaced', (folder) => replace(join(folder, 'herald.db'))],
    ['the log of writes was deleted', (folder) => rmSync(join(folder, 'herald.db-wal'))],
    ['the log of writes was replaced', (folder) => replace(join(folder, 'herald.db-wal'))],
    ['the index of that log was deleted', (folder) => rmSync(join(folder, 'herald.db-shm'))],
  ]

  test.each(cases)('%s', async (_, takeAway) => {
    const settings = await installation()
    const server = await start(settings)
    expect(await send(server, 'before')).toBe(202)
    takeAway(settings.DATA_DIR as string)
    expect(await send(server, 'after')).toBe(503)
    expect(await untilReadinessIs(server, 503)).toEqual({ status: 503, error: misplaced })
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect(await server.terminate()).toBe(0)
  })

  test.each(['herald.db-wal', 'herald.db-shm'])(
    'and loses nothing when %s is deleted and it is stopped in order',
    async (file) => {
      const settings = await installation()
      const server = await start(settings)
      expect(await send(server, 'kept')).toBe(202)
      rmSync(join(settings.DATA_DIR as string, file))
      expect(await server.terminate()).toBe(0)
      expect(messagesIn(databaseOf(settings))).toEqual(['kept'])
    },
  )

  test('and reports it to herald health, and in its log', async () => {
    const settings: Settings = { ...(await installation()), LOG_LEVEL: 'error' }
    const server = await start(settings)
    expect(await succeed(['health'], settings)).toBe('ready')
    rmSync(settings.DATA_DIR as string, { recursive: true })
    await untilReadinessIs(server, 503)
    expect(await run(['health'], settings)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `herald: The server at ${server.url}/readyz is not ready: ${misplaced}\n`,
    })
    await server.hasPrinted(
      `"reason":${JSON.stringify(misplaced)},"msg":"The server is not ready. It is ready again once the reason is fixed."`,
    )
    await server.terminate()
    expect((await run(['health'], settings)).stderr).toBe(
      `herald: The server at ${server.url}/readyz is not ready: there is no response.\n`,
    )
  })

  test('and continues when the moved folder is restored', async () => {
    const settings = await installation()
    const folder = settings.DATA_DIR as string
    const server = await start(settings)
    expect(await send(server, 'one')).toBe(202)
    renameSync(folder, `${folder}-elsewhere`)
    expect(await send(server, 'two')).toBe(503)
    renameSync(`${folder}-elsewhere`, folder)
    expect(await send(server, 'three')).toBe(202)
    await untilReadinessIs(server, 200)
    await server.kill()
    expect(messagesIn(databaseOf(settings))).toEqual(['one', 'three'])
  })
})

const disks: [string, (folder: string) => Promise<Disk>][] = [
  ['whose files may not grow', async (folder) => limitFiles(folder)],
]
if (canMount) disks.push(['whose disk is full', (folder) => mountDisk(folder, 'size=8m')])

test.each(disks)(
  'a server %s is not ready, even without writes, until there is space',
  async (_, prepareDisk) => {
    const settings = { DATA_DIR: temporaryFolder(), PORT: String(await freePort()), LOG_LEVEL: 'silent' }
    const disk = await prepareDisk(settings.DATA_DIR)
    const server = await start(settings, disk.place)
    disk.fill(server)
    expect((await untilReadinessIs(server, 503)).error).toMatch(
      /^(The disk is full|A write to the disk failed): /,
    )
    disk.free(server)
    await untilReadinessIs(server, 200)
    expect(await server.terminate()).toBe(0)
    disk.remove()
  },
  minute,
)
