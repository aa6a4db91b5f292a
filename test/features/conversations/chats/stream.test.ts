import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from 'ai'
import { toBody } from '../../../../src/features/conversations/chats/stream.ts'
import { createKey } from '../../../../src/features/keys/service.ts'
import { createOrganization } from '../../../../src/features/organizations/service.ts'
import { createShare } from '../../../../src/input-budget.ts'
import { type RunningServer, startServer } from '../../../../src/server.ts'
import { ownPage, testApp } from '../../../support/app.ts'
import { framesOf, reading, saidIn } from '../../../support/chats.ts'
import { type TestContext, testContext } from '../../../support/context.ts'
import { answer, say, startTalking } from '../../../support/talking.ts'

// Replies over HTTP, to the SDK's own client and to clients that disconnect.

let endpoint: ReturnType<typeof startTalking>
let ctx: TestContext
let server: RunningServer
let headers: Record<string, string>
beforeEach(async () => {
  endpoint = startTalking(answer('Hel', 'lo.'))
  ctx = await testContext({ port: 0 }, { ...endpoint.models(), small: null })
  server = await startServer(ctx)
  const { id } = await createOrganization(ctx, 'acme', 'Acme')
  const { key } = await createKey(ctx, id, { name: 'test' })
  headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
})
afterEach(async () => {
  await server.stop()
  endpoint[Symbol.dispose]()
})

const begin = (message: string, chatId = '', signal?: AbortSignal) =>
  fetch(`${server.url}/v1/chats${chatId && `/${chatId}`}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ message }),
    signal,
  })
const messagesOf = async (chatId: string) => {
  const response = await fetch(`${server.url}/v1/chats/${chatId}`, { headers })
  return ((await response.json()) as { messages: UIMessage[] }).messages
}

/** A model that sends a word and, when released, ten thousand more as fast as they are read. */
function slowly(...texts: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>()
  async function* script() {
    yield* say(...texts)
    await promise
    for (let count = 0; count < 10_000; count++) yield* say('more '.repeat(200))
  }
  return { script: () => script(), goOn: resolve }
}

test("the SDK's transport sends and reads, and continues the chat that the reply names", async () => {
  let chatId = ''
  const transport = new DefaultChatTransport({
    api: `${server.url}/v1/chats`,
    headers,
    prepareSendMessagesRequest: ({ messages, api }) => ({
      api: chatId ? `${api}/${chatId}` : api,
      body: {
        message: messages
          .at(-1)
          ?.parts.map((part) => (part.type === 'text' ? part.text : ''))
          .join(''),
      },
    }),
  })
  for (const text of ['One', 'Two']) {
    const asked: UIMessage = { id: text, role: 'user', parts: [{ type: 'text', text }] }
    const stream = await transport.sendMessages({
      ...{ trigger: 'submit-message', chatId: 'here', messageId: undefined, abortSignal: undefined },
      messages: [asked],
    })
    let read: UIMessage | undefined
    for await (const message of readUIMessageStream({ stream })) read = message
    chatId = (read as UIMessage<{ chatId: string }>).metadata?.chatId ?? ''
    expect(read?.parts.at(-1)).toMatchObject({ type: 'text', text: 'Hello.', state: 'done' })
  }
  expect(await messagesOf(chatId)).toHaveLength(4)
})

test('a client that disconnects ends the model, the text is stored, and the chat is free', async () => {
  endpoint.play(slowly('Well').script, answer('Yes.'))
  const leave = new AbortController()
  const response = await begin('Hello', '', leave.signal)
  const chatId = response.headers.get('x-chat-id') ?? ''
  await reading(response).until('Well')
  leave.abort()
  await endpoint.talks[0]?.left
  expect(endpoint.talks[0]?.sent).toBe(1)
  await untilFree(chatId)
  expect((await messagesOf(chatId))[1]?.parts).toEqual([
    { type: 'step-start' },
    { type: 'text', text: 'Well', state: 'streaming' },
  ])
  expect(saidIn(framesOf(await (await begin('And?', chatId)).text()))).toBe('Yes.')
})

test('a reply that continues without its reader keeps its place among the streams until its end', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  async function* script() {
    yield* say('Well')
    await promise
    yield* answer(', yes.')
  }
  endpoint.play(() => script())
  const app = await testApp({}, { ...endpoint.models(), small: null })
  app.ctx.streamShare = createShare(1, 0)
  const acme = await app.team('acme')
  const { cookie } = await acme.person('owner')
  const ask = (message: string) =>
    app.api.handle(
      new Request('http://localhost/v1/chats', {
        method: 'POST',
        headers: { cookie, ...ownPage, 'x-organization-id': acme.id, 'content-type': 'application/json' },
        body: JSON.stringify({ message }),
      }),
    )
  const response = await ask('Hello')
  const chatId = response.headers.get('x-chat-id') ?? ''
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  const left = reader.cancel()
  expect(app.ctx.streams.has(chatId)).toBe(true)
  expect((await ask('Another')).status).toBe(503)
  resolve()
  await left
  expect(app.ctx.streams.has(chatId)).toBe(false)
  endpoint.play(answer('Hello.'))
  const next = await ask('Another')
  expect([next.status, saidIn(framesOf(await next.text()))]).toEqual([200, 'Hello.'])
})

test('a model waits for a reader that does not read', async () => {
  const { script, goOn } = slowly('Well')
  endpoint.play(script)
  const response = await begin('Hello')
  const reply = reading(response)
  await reply.until('Well')
  goOn()
  // The endpoint is read until the socket buffers are full.
  let sent = -1
  while (sent !== endpoint.talks[0]?.sent) {
    sent = endpoint.talks[0]?.sent ?? 0
    await Bun.sleep(200)
  }
  expect(sent).toBeLessThan(10_001)
  await reply.leave()
  await endpoint.talks[0]?.left
})

test('a server that stops ends its replies, and stores their text', async () => {
  endpoint.play(slowly('Well').script)
  const reply = reading(await begin('Hello'))
  await reply.until('Well')
  const stopped = server.stop()
  expect((await reply.end()).endsWith('data: {"type":"abort"}\n\ndata: [DONE]\n\n')).toBe(true)
  await stopped
  await endpoint.talks[0]?.left
  ctx = await testContext({ port: 0 }, { ...endpoint.models(), small: null })
  server = await startServer(ctx)
})

/** The chat is released a moment after the connection. */
async function untilFree(chatId: string) {
  while (ctx.streams.has(chatId)) await Bun.sleep(1)
}

describe('a body', () => {
  const never = new Promise<never>(() => {})

  test('sends heartbeats while there is no output', async () => {
    async function* silent() {
      yield { type: 'start' } as const
      await never
    }
    const reader = toBody(silent(), new AbortController(), { beat: 1 }).getReader()
    const read = async () => new TextDecoder().decode((await reader.read()).value)
    expect([await read(), await read(), await read()]).toEqual([
      'data: {"type":"start"}\n\n',
      ': \n\n',
      ': \n\n',
    ])
  })

  test('ends if it is not read', async () => {
    const leave = new AbortController()
    const ended = Promise.withResolvers<void>()
    async function* endless() {
      try {
        for (;;) yield { type: 'start-step' } as const
      } finally {
        ended.resolve()
      }
    }
    const reader = toBody(endless(), leave, { maxUnread: 1 }).getReader()
    await ended.promise
    expect(leave.signal.aborted).toBe(true)
    await expect(reader.closed).rejects.toThrow('Nobody reads.')
  })

  test('ends if the client left before it began', async () => {
    const ended = Promise.withResolvers<void>()
    async function* begun() {
      try {
        yield { type: 'start' } as const
      } finally {
        ended.resolve()
      }
    }
    await toBody(begun(), new AbortController()).cancel()
    await ended.promise
  })
})
