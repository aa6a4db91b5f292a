import { beforeEach, expect, test } from 'bun:test'
import type { ChatMessage } from '../../../../src/features/conversations/chats/model.ts'
import { chatMessages, chats } from '../../../../src/features/conversations/chats/table.ts'
import { type Team, testApp } from '../../../support/app.ts'
import { begin, reading, send } from '../../../support/chats.ts'
import { drain } from '../../../support/context.ts'
import { completion } from '../../../support/models.ts'
import { recordStatements } from '../../../support/query-plan.ts'
import { answer, say, startTalking } from '../../../support/talking.ts'

// Reading and changing chats (contract 15.1, 15.2).

let endpoint: ReturnType<typeof startTalking>
let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
beforeEach(async () => {
  endpoint = startTalking(answer('Yes.'))
  app = await testApp({}, endpoint.models())
  acme = await app.team('acme')
})

const talk = (body: object, chatId?: string, team: Team = acme) =>
  send(app.api, team.key, { message: 'Hello', ...body }, chatId)

test('chats are listed with pinned ones first, then by last message, without messages', async () => {
  const ids: string[] = []
  for (const message of ['One', 'Two', 'Three', 'Four']) {
    app.ctx.clock.advance(1000)
    ids.push((await talk({ message })).chatId)
  }
  const [one = '', two = '', three = '', four = ''] = ids
  const owner = await acme.person()
  await owner.call('PATCH', `/api/app/chats/${one}`, { pinned: true })
  app.ctx.clock.advance(1000)
  await owner.call('PATCH', `/api/app/chats/${three}`, { pinned: true })
  app.ctx.clock.advance(1000)
  await talk({}, two)
  const { status, body } = await acme.call('GET', '/v1/chats')
  expect(status).toBe(200)
  expect(body.chats.map(({ chatId }: { chatId: string }) => chatId)).toEqual([three, one, two, four])
  expect(body.chats[3]).toEqual({
    chatId: four,
    title: 'Four',
    createdAt: '2026-03-04T12:00:04.000Z',
    updatedAt: '2026-03-04T12:00:04.000Z',
    pinnedAt: null,
    externalChannelId: null,
  })
})

test("a chat is returned with its messages in the SDK's format", async () => {
  const { chatId, frames } = await talk({ message: ' What changed? ', timezone: 'Europe/Berlin' })
  const { status, body } = await acme.call('GET', `/v1/chats/${chatId}`)
  expect(status).toBe(200)
  const [start] = frames
  expect(body.messages).toEqual([
    {
      id: expect.any(String),
      role: 'user',
      parts: [{ type: 'text', text: 'What changed?' }],
      metadata: { timezone: 'Europe/Berlin' },
    },
    {
      id: start?.type === 'start' ? start.messageId : '',
      role: 'assistant',
      parts: [{ type: 'step-start' }, { type: 'text', text: 'Yes.', state: 'done' }],
      metadata: expect.objectContaining({ chatId, model: 'writer', totalTokens: 1100 }),
    },
  ])
})

test('an unknown chat, a deleted one and that of another organization return the same', async () => {
  const { chatId } = await talk({})
  const other = await app.team('other')
  const missing = { status: 404, body: { error: 'Chat not found' } }
  expect(await other.call('GET', `/v1/chats/${chatId}`)).toMatchObject(missing)
  expect(await talk({}, chatId, other)).toMatchObject(missing)
  expect(await acme.call('GET', '/v1/chats/none')).toMatchObject(missing)
  expect((await other.call('GET', '/v1/chats')).body).toEqual({ chats: [] })
  const stranger = await other.person()
  expect(await stranger.call('PATCH', `/api/app/chats/${chatId}`, { pinned: true })).toMatchObject(missing)
  expect(await stranger.call('DELETE', `/api/app/chats/${chatId}`)).toMatchObject(missing)
  const owner = await acme.person()
  expect(await owner.call('DELETE', `/api/app/chats/${chatId}`)).toMatchObject({
    status: 200,
    body: { id: chatId },
  })
  expect(await acme.call('GET', `/v1/chats/${chatId}`)).toMatchObject(missing)
  expect(await talk({}, chatId)).toMatchObject(missing)
  expect((await acme.call('GET', '/v1/chats')).body).toEqual({ chats: [] })
  expect(endpoint.talks).toHaveLength(1)
})

test('an id of an invalid form is refused', async () => {
  const refused = { status: 400, body: { error: 'chatId has an invalid format' } }
  expect(await acme.call('GET', '/v1/chats/a.b')).toMatchObject(refused)
  expect(await acme.call('GET', '/v1/chats/%E0%A4')).toMatchObject(refused)
})

test('a chat is named by the first 60 characters of its first message, then by the small model, once', async () => {
  const message = `How   do we\nrelease ${'x'.repeat(60)}`
  const { chatId } = await talk({ message })
  const title = async () => (await acme.call('GET', `/v1/chats/${chatId}`)).body.chat.title
  expect(await title()).toBe(`How do we release ${'x'.repeat(42)}`)
  endpoint.play(Response.json(completion({ title: ' "Releasing" ' })))
  await drain(app.ctx)
  expect(await title()).toBe('"Releasing"')
  expect(endpoint.talks.at(-1)?.body.model).toBe('small')
  await talk({ message: 'And then?' }, chatId)
  await drain(app.ctx)
  expect(await title()).toBe('"Releasing"')
})

test('the chat of a channel is found by it, until the chat is deleted', async () => {
  const channel = { externalChannelId: { source: 'slack', id: 'C 1' } }
  const { chatId } = await talk(channel)
  const found = () => acme.call('GET', '/v1/chats/by-external?source=slack&id=C%201')
  expect(await found()).toMatchObject({
    status: 200,
    body: { chatId, externalChannelId: { source: 'slack', id: 'C 1' } },
  })
  const missing = { status: 404, body: { error: 'Chat not found' } }
  expect(await acme.call('GET', '/v1/chats/by-external?source=discord&id=C%201')).toMatchObject(missing)
  expect(
    await (await app.team('other')).call('GET', '/v1/chats/by-external?source=slack&id=C%201'),
  ).toMatchObject(missing)
  await (await acme.person()).call('DELETE', `/api/app/chats/${chatId}`)
  expect(await found()).toMatchObject(missing)
  expect((await talk(channel)).chatId).not.toBe(chatId)
})

test.each([
  ['source=irc&id=1', 'source must be discord or slack'],
  ['source=slack', 'id must have 1 to 200 characters'],
  [`source=slack&id=${'x'.repeat(201)}`, 'id must have 1 to 200 characters'],
])('a channel is identified by source and id: %s', async (query, error) => {
  expect(await acme.call('GET', `/v1/chats/by-external?${query}`)).toMatchObject({
    status: 400,
    body: { error },
  })
})

test('a second message of a channel continues its chat', async () => {
  const channel = { externalChannelId: { source: 'discord', id: '42' } }
  const first = await talk(channel)
  const second = await talk({ ...channel, message: 'And then?' })
  expect(second.chatId).toBe(first.chatId)
  expect(second.frames[0]).toMatchObject({
    messageMetadata: { externalChannelId: { source: 'discord', id: '42' } },
  })
  expect((await acme.call('GET', `/v1/chats/${first.chatId}`)).body.messages).toHaveLength(4)
  expect((await talk(channel, undefined, await app.team('other'))).chatId).not.toBe(first.chatId)
})

test('two concurrent first messages of a channel create one chat', async () => {
  const channel = { externalChannelId: { source: 'slack', id: 'C1' } }
  const answers = await Promise.all([talk(channel), talk(channel), talk(channel)])
  const begun = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status === 409)
  expect(begun.length + refused.length).toBe(3)
  expect(new Set(begun.map(({ chatId }) => chatId)).size).toBe(1)
  expect((await acme.call('GET', '/v1/chats')).body.chats).toHaveLength(1)
})

test('a chat that a user renamed is not renamed by a model', async () => {
  const { chatId } = await talk({})
  const owner = await acme.person()
  const renamed = await owner.call('PATCH', `/api/app/chats/${chatId}`, { title: ' The release ' })
  expect(renamed).toMatchObject({
    status: 200,
    body: { chat: { chatId, title: 'The release', pinnedAt: null } },
  })
  expect(await owner.call('PATCH', `/api/app/chats/${chatId}`, {})).toMatchObject({
    status: 400,
    body: { error: 'At least one field is required' },
  })
  await drain(app.ctx)
  expect(endpoint.talks).toHaveLength(1)
})

test('a pin keeps its position until it is removed', async () => {
  const { chatId } = await talk({})
  const owner = await acme.person()
  const pin = async (pinned: boolean) =>
    (await owner.call('PATCH', `/api/app/chats/${chatId}`, { pinned })).body.chat.pinnedAt
  expect(await pin(true)).toBe('2026-03-04T12:00:00.000Z')
  app.ctx.clock.advance(5000)
  expect(await pin(true)).toBe('2026-03-04T12:00:00.000Z')
  expect(await pin(false)).toBe(null)
})

test('a streaming reply ends when its chat is deleted', async () => {
  endpoint.play(() => thenSilence('Well'))
  const response = await begin(app.api, acme.key, { message: 'Hello' })
  const chatId = response.headers.get('x-chat-id') ?? ''
  const reply = reading(response)
  await reply.until('Well')
  await (await acme.person()).call('DELETE', `/api/app/chats/${chatId}`)
  expect((await reply.end()).endsWith('data: {"type":"abort"}\n\ndata: [DONE]\n\n')).toBe(true)
  await endpoint.talks[0]?.left
  expect(app.ctx.streams.size).toBe(0)
})

async function* thenSilence(...texts: string[]) {
  yield* say(...texts)
  await new Promise(() => {})
}

const readMarkdown = (chatId: string) =>
  app.api.handle(
    new Request(`http://localhost/v1/chats/${chatId}`, {
      headers: { authorization: `Bearer ${acme.key}`, accept: 'text/markdown' },
    }),
  )

test('a chat is returned as Markdown on request', async () => {
  endpoint.play(answer('# Yes\n\n', 'It did.'))
  const { chatId } = await talk({ message: 'Did it *ship*?' })
  const response = await readMarkdown(chatId)
  expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(await response.text()).toBe(
    '# Did it *ship*?\n\n*2026-03-04T12:00:00.000Z*\n\n## You\n\nDid it *ship*?\n\n## Herald\n\n# Yes\n\nIt did.\n',
  )
})

test.each([0, 9, 20, 45])(
  'a chat of %d turns is returned whole, no more than 20 messages at a time',
  async (turns) => {
    const { chatId } = await talk({ message: 'Hello' })
    const place = (turn: number) => 2 + 2 * turn
    const texts = Array.from({ length: turns }, (_, turn) => [`Question ${turn}`, `Answer ${turn}`]).flat()
    for (const [index, text] of texts.entries())
      await app.ctx.db.insert(chatMessages).values({
        ...{ chatId, place: place(0) + index, id: `message-${index}`, createdAt: app.ctx.now() },
        ...{ role: index % 2 === 0 ? 'user' : 'assistant', parts: [{ type: 'text', text }] },
      })
    const expected = ['Hello', 'Yes.', ...texts]
    const said = ({ messages }: { messages: ChatMessage[] }) =>
      messages.map(({ parts }) => parts.find(({ type }) => type === 'text')?.text)
    const sent = recordStatements(app.ctx.db)
    const { body } = await acme.call('GET', `/v1/chats/${chatId}`)
    expect([body.chat.chatId, said(body)]).toEqual([chatId, expected])
    const owner = await acme.person()
    const shown = (await owner.call('GET', `/api/app/chats/${chatId}`)).body
    expect([shown.isReplying, shown.waiting, said(shown)]).toEqual([false, [], expected])
    const response = await readMarkdown(chatId)
    const lines = (await response.text()).split('\n')
    expect(lines.filter((line) => /^(Hello|Yes\.|Question.*|Answer.*)$/.test(line))).toEqual(expected)
    expect(lines.filter((line) => line.startsWith('## '))).toEqual(
      Array(turns + 1)
        .fill(['## You', '## Herald'])
        .flat(),
    )
    const reads = sent.filter(({ sql }) => sql.includes('from "chat_messages"'))
    expect(reads.length).toBe(3 * (Math.floor(expected.length / 20) + 1))
    expect(reads.every(({ sql, args }) => sql.endsWith('limit ?') && (args as number[]).at(-1) === 20)).toBe(
      true,
    )
  },
)

test('the dashboard gets the state of the reply and the available models', async () => {
  const { chatId } = await talk({ message: 'Hello' })
  const owner = await acme.person()
  const shown = await owner.call('GET', `/api/app/chats/${chatId}`)
  expect([shown.status, shown.body.isReplying, shown.body.waiting]).toEqual([200, false, []])
  expect(shown.body.messages).toHaveLength(2)
  const leaseUntil = new Date(app.ctx.now().getTime() + 15_000)
  await app.ctx.db.update(chats).set({ owner: 'another', leaseUntil })
  expect((await owner.call('GET', `/api/app/chats/${chatId}`)).body.isReplying).toBe(true)
  app.ctx.clock.advance(15_000)
  expect((await owner.call('GET', `/api/app/chats/${chatId}`)).body.isReplying).toBe(false)
  expect((await owner.call('GET', '/api/app/chats/models')).body).toMatchObject({
    writer: { id: 'writer', label: 'writer', thinks: false },
    obstacle: null,
  })
  app.ctx.models = { ...app.ctx.models, writer: null }
  expect((await owner.call('GET', '/api/app/chats/models')).body).toMatchObject({
    writer: null,
    obstacle:
      'No model is configured. Set one under Server, or set OPENAI_BASE_URL, OPENAI_API_KEY and WRITER_MODEL.',
  })
})

test('the last message of a user is replaced with its reply, and no other one', async () => {
  const { chatId } = await talk({ message: 'First' })
  await talk({ message: 'Second' }, chatId)
  const read = async () => (await acme.call('GET', `/v1/chats/${chatId}`)).body.messages
  const before = await read()
  const [first, , second] = before
  const refused = { status: 400, body: { error: "replaces must be the ID of the user's last message" } }
  expect(await talk({ message: 'Other', replaces: first.id }, chatId)).toMatchObject(refused)
  expect(await talk({ message: 'Other', replaces: 'unknown' }, chatId)).toMatchObject(refused)
  expect((await talk({ message: 'Other', replaces: second.id })).status).toBe(400)
  expect(await read()).toEqual(before)
  expect((await talk({ message: 'Edited', replaces: second.id }, chatId)).status).toBe(200)
  const texts = (await read()).map(({ parts }: any) => parts.findLast(({ text }: any) => text).text)
  expect(texts).toEqual(['First', 'Yes.', 'Edited', 'Yes.'])
  // The model never reads the replaced message.
  expect(JSON.stringify(endpoint.talks.at(-1))).not.toContain('Second')
})
