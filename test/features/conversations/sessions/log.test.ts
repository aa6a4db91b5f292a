import { beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { atomically } from '../../../../src/db/client.ts'
import { isGuardViolation } from '../../../../src/db/errors.ts'
import { append } from '../../../../src/features/conversations/sessions/log/append.ts'
import { createWriter } from '../../../../src/features/conversations/sessions/log/event-writer.ts'
import { placeOfTurn } from '../../../../src/features/conversations/sessions/log/events.ts'
import { listenersOf } from '../../../../src/features/conversations/sessions/log/listeners.ts'
import { readEvents } from '../../../../src/features/conversations/sessions/log/read-stream.ts'
import {
  createReaders,
  maxReaders,
  type Reader,
} from '../../../../src/features/conversations/sessions/log/readers.ts'
import { openSession } from '../../../../src/features/conversations/sessions/record.ts'
import { agentEvents, agentSessions } from '../../../../src/features/conversations/sessions/table.ts'
import { createOrganization } from '../../../../src/features/organizations/service.ts'
import { type TestContext, testContext } from '../../../support/context.ts'

const place = { ...placeOfTurn(0), stepIndex: 0 }
const fence = { sessionId: 'session', attempt: 0 }
let ctx: TestContext
let organizationId: string
beforeEach(async () => {
  ctx = await testContext()
  organizationId = (await createOrganization(ctx, 'acme', 'Acme')).id
  await begin('session')
})

async function begin(id: string) {
  const session = { id, organizationId, surface: 'task', postId: null, startedBy: 'key' } as const
  const turn = { number: 0, message: 'Hello', deliveryId: 'delivery', sentBy: 'key' }
  await atomically(ctx.db, openSession(ctx, session, turn))
}

/** The events since the session began. */
async function told(id = 'session'): Promise<[type: string, said: string][]> {
  const rows = await ctx.db
    .select()
    .from(agentEvents)
    .where(eq(agentEvents.sessionId, id))
    .orderBy(asc(agentEvents.index))
  expect(rows.map(({ index }) => index)).toEqual(rows.map((_, index) => index))
  return rows.slice(3).map(({ event }) => {
    const { type, data } = JSON.parse(event)
    return [type, data.messageDelta ?? data.reasoningDelta ?? data.message ?? '']
  })
}
/** Until the readers of a session are notified of new events. */
const wakeOf = (id: string) =>
  new Promise<void>((resolve) => {
    const unwatch = listenersOf(ctx).watch(id, { wake: () => resolve(unwatch()) })
  })
const noFailure = (error: unknown) => {
  throw error
}
const completed = (message: string) =>
  ({ type: 'message.completed', data: { ...place, message, finishReason: 'stop' } }) as const

describe('the output of a model', () => {
  test('is stored immediately at first, then batched, and flushed by any other event', async () => {
    const writer = createWriter(ctx, fence, noFailure)
    writer.say('message', place, 'One')
    while ((await told()).length === 0) await new Promise(setImmediate)
    for (const text of [' two', ' three', ' four']) writer.say('message', place, text)
    await writer.write([completed('One two three four')])
    expect(await told()).toEqual([
      ['message.appended', 'One'],
      ['message.appended', ' two three four'],
      ['message.completed', 'One two three four'],
    ])
  })

  test('is flushed at 4 KB', async () => {
    const writer = createWriter(ctx, fence, noFailure)
    writer.say('message', place, 'a')
    while ((await told()).length === 0) await new Promise(setImmediate)
    writer.say('message', place, 'b'.repeat(3000))
    writer.say('message', place, 'b'.repeat(3000))
    while ((await told()).length < 2) await new Promise(setImmediate)
    expect((await told()).map(([, said]) => said.length)).toEqual([1, 6000])
    writer.stop()
  })

  test('in several sessions is flushed at the same moments, so that they share a commit', async () => {
    await begin('another')
    const one = createWriter(ctx, fence, noFailure)
    const another = createWriter(ctx, { ...fence, sessionId: 'another' }, noFailure)
    const both = () => Promise.all(['session', 'another'].map(wakeOf))
    const begun = both()
    for (const { say } of [one, another]) say('message', place, 'One')
    await begun
    // The next flush starts after this.
    const passed = wakeOf('session')
    one.say('message', place, ' two')
    await passed
    const ended = both()
    using batches = spyOn(ctx.db.$client, 'batch')
    one.say('message', place, ' three')
    another.say('message', place, ' two')
    while (batches.mock.calls.length === 0) await new Promise(setImmediate)
    expect(batches.mock.calls.length).toBe(2)
    await ended
  })

  test('of several kinds keeps its order', async () => {
    const writer = createWriter(ctx, fence, noFailure)
    writer.say('reasoning', place, 'Hm')
    writer.say('reasoning', place, 'm.')
    writer.say('message', place, 'Yes')
    writer.say('message', place, '.')
    await writer.write([completed('Yes.')])
    const all = await told()
    expect(all.map(([type]) => type.split('.')[0]).join(' ')).toMatch(/^(reasoning )+(message ?)+$/)
    expect(all.map(([, said]) => said).join('|')).toMatch(/^Hm\|?m\.\|Yes\|?\.\|Yes\.$/)
  })

  test('is written only by the newest attempt; an older one is fenced off', async () => {
    const failures: unknown[] = []
    const writer = createWriter(ctx, fence, (error) => failures.push(error))
    await ctx.db.update(agentSessions).set({ attempt: 1 }).where(eq(agentSessions.id, 'session'))
    writer.say('message', place, 'Late')
    await expect(writer.write([completed('Late')])).rejects.toThrow()
    expect(failures.map(isGuardViolation)).toEqual([true])
    expect(await told()).toEqual([])
  })
})

test('two concurrent appends leave no gap and no duplicate index', async () => {
  const happening = { type: 'message.appended', data: { ...place, messageDelta: 'x' } } as const
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      atomically(ctx.db, append(ctx, fence, Array(1 + (index % 3)).fill(happening))),
    ),
  )
  expect((await told()).length).toBe(79)
  expect((await ctx.db.select().from(agentSessions))[0]?.nextIndex).toBe(82)
})

describe('readers', () => {
  const asker = { id: 'key', organizationId: 'acme' }
  function openReader(changes: Partial<Reader> = {}) {
    const heard: string[] = []
    const reader: Reader = {
      asker,
      mayRead: async () => true,
      isFull: () => false,
      keepAlive: () => void heard.push('beat'),
      end: (reason) => void heard.push(`end ${reason ?? ''}`.trim()),
      ...changes,
    }
    return { reader, heard }
  }

  test('receive a heartbeat every five seconds', async () => {
    let now = 0
    const readers = createReaders(() => now)
    const { reader, heard } = openReader()
    readers.add(reader)
    for (now = 0; now <= 12_000; now += 250) await readers.poll()
    expect(heard).toEqual(['beat', 'beat'])
    readers.noteDelivery(reader)
    for (; now <= 16_000; now += 250) await readers.poll()
    expect(heard).toEqual(['beat', 'beat'])
    readers.remove(reader)
  })

  test('that read nothing for a minute are disconnected', async () => {
    let now = 0
    const readers = createReaders(() => now)
    const { reader, heard } = openReader({ isFull: () => true })
    readers.add(reader)
    for (now = 0; now < 60_000; now += 250) await readers.poll()
    expect(heard).toEqual([])
    await readers.poll()
    expect(heard).toEqual(['end Nothing was read for a minute.'])
    readers.remove(reader)
  })

  test('whose key was revoked are disconnected, and each key is looked up once for all of its streams', async () => {
    let now = 0
    let lookups = 0
    const readers = createReaders(() => now)
    const mayRead = async () => {
      lookups++
      return false
    }
    const opened = [openReader({ mayRead }), openReader({ mayRead })]
    for (const { reader } of opened) readers.add(reader)
    now = 5000
    await readers.poll()
    expect([lookups, opened.map(({ heard }) => heard)]).toEqual([1, [['end'], ['end']]])
    for (const { reader } of opened) readers.remove(reader)
  })

  test('of one organization are limited to 256; the next gets a Retry-After', async () => {
    const streams = Array.from({ length: maxReaders }, () => open())
    expect(() => open()).toThrow('At most 256 streams can be read at a time. Try again in a moment.')
    await streams[0]?.cancel()
    await open().cancel()
    expect(() => open({ id: 'key', organizationId: 'another' })).not.toThrow()
    ctx.closing.abort()
  })

  test('of a deleted session are disconnected', async () => {
    const stream = open()
    await ctx.db.delete(agentSessions)
    let text = ''
    for await (const bytes of stream) text += new TextDecoder().decode(bytes)
    expect(text.split('\n').length).toBe(4)
  })

  test('are disconnected when the server stops, to reconnect', async () => {
    const stream = open()
    const reader = stream.getReader()
    expect((await reader.read()).done).toBe(false)
    const next = reader.read()
    ctx.closing.abort()
    expect((await next).done).toBe(true)
  })

  test('at the same position share one read', async () => {
    const streams = Array.from({ length: 5 }, () => open().getReader())
    const first = await Promise.all(streams.map((reader) => reader.read()))
    expect(new Set(first.map(({ value }) => value)).size).toBe(1)
    ctx.closing.abort()
  })

  const open = (who = asker) =>
    readEvents(ctx, { sessionId: 'session', from: 0, until: null, asker: who, mayRead: async () => true })
})
