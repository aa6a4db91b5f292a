import { afterAll, beforeEach, expect, test } from 'bun:test'
import { framesOf, reading, saidIn } from '../support/chats.ts'
import { command } from '../support/command.ts'
import { cleanUp, type Settings, start, temporaryFolder } from '../support/process.ts'
import { freePort } from '../support/sqld.ts'
import { answer, say, startTalking } from '../support/talking.ts'
import { databaseOf, openBeside } from './installation.ts'

afterAll(cleanUp)

let endpoint: ReturnType<typeof startTalking>
let settings: Settings
let headers: Record<string, string>
beforeEach(async () => {
  endpoint = startTalking(() => endless())
  settings = {
    DATA_DIR: temporaryFolder(),
    PORT: String(await freePort()),
    LOG_LEVEL: 'error',
    ...endpoint.settings,
  }
  await command(['org', 'create', '--slug', 'acme', '--name', 'Acme'], settings)
  const { stdout } = await command(['key', 'create', '--org', 'acme', '--name', 'test'], settings)
  headers = { authorization: `Bearer ${stdout.trim()}`, 'content-type': 'application/json' }
})

/** A model that says a word every 50 ms. */
async function* endless() {
  for (let count = 0; ; count++) {
    yield* say(`word${count} `)
    await Bun.sleep(50)
  }
}

type Server = Awaited<ReturnType<typeof start>>
const begin = (server: Server, chatId = '') =>
  fetch(`${server.url}/v1/chats${chatId && `/${chatId}`}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ message: 'Hello' }),
  })

async function saidOf(server: Server, chatId: string): Promise<string> {
  const { messages } = (await (await fetch(`${server.url}/v1/chats/${chatId}`, { headers })).json()) as any
  return messages[1]?.parts.flatMap((part: any) => part.text ?? []).join('') ?? ''
}

test('a killed reply is stored except for its last second, and its chat is free 15 seconds later', async () => {
  const server = await start(settings)
  const response = await begin(server)
  const chatId = response.headers.get('x-chat-id') ?? ''
  const reply = reading(response)
  await reply.until('word40')
  await server.kill()
  const killedAt = Date.now()
  const sent = await reply.end().catch(() => reply.soFar())
  expect(sent).not.toContain('[DONE]')
  const database = openBeside(databaseOf(settings))
  const [row] = database.query('select lease_until from chats').all() as [{ lease_until: number }]
  expect(row.lease_until).toBeLessThanOrEqual(killedAt + 15_000)
  // The next server may take longer than that to start.
  database.run('update chats set lease_until = ?', [Date.now() + 3_600_000])

  const next = await start(settings)
  const kept = await saidOf(next, chatId)
  expect(saidIn(framesOf(sent))).toStartWith(kept)
  expect(kept).toContain('word15')
  expect((await begin(next, chatId)).status).toBe(409)
  database.run('update chats set lease_until = ?', [Date.now() - 1])
  database.close()
  endpoint.play(answer('Yes.'))
  expect(saidIn(framesOf(await (await begin(next, chatId)).text()))).toBe('Yes.')
  expect(await next.terminate()).toBe(0)
}, 300_000)

test('a reply that ends with its server is stored whole, and its chat is free immediately', async () => {
  const server = await start(settings)
  const response = await begin(server)
  const chatId = response.headers.get('x-chat-id') ?? ''
  const reply = reading(response)
  await reply.until('word3')
  const ended = server.terminate()
  const sent = await reply.end()
  expect(sent.endsWith('data: {"type":"abort"}\n\ndata: [DONE]\n\n')).toBe(true)
  expect(await ended).toBe(0)
  await endpoint.talks[0]?.left

  const next = await start(settings)
  expect(await saidOf(next, chatId)).toBe(saidIn(framesOf(sent)))
  endpoint.play(answer('Yes.'))
  expect((await begin(next, chatId)).status).toBe(200)
  expect(await next.terminate()).toBe(0)
}, 300_000)
