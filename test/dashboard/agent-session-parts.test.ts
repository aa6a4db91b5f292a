import { describe, expect, test } from 'bun:test'
import type { Event } from '../../src/dashboard/agents/sessions/event.ts'
import { type Connection, readSession } from '../../src/dashboard/agents/sessions/reader.ts'
import { hear, silent, wholeSentences } from '../../src/dashboard/agents/sessions/speech.ts'
import { addEvents, nothing, openRequests, stateNow } from '../../src/dashboard/agents/sessions/timeline.ts'

// How the session pages process the stream, without a browser.

const place = { turnId: 'turn_0', sequence: 0 }
const step = { ...place, stepIndex: 0 }
let count = 0
const event = (type: string, data: object) =>
  ({ type, data, meta: { at: '2026-03-04T12:00:00.000Z', id: `evt_${++count}` } }) as unknown as Event
const delta = (messageDelta: string) => event('message.appended', { ...step, messageDelta })
const whole = (message: string) => event('message.completed', { ...step, message, finishReason: 'stop' })

/** Five events, the last of which ends the session. */
const log = [
  event('turn.started', place),
  event('message.received', { ...place, message: 'Hello', parts: [] }),
  event('step.started', step),
  delta('Yes.'),
  event('session.completed', {}),
]
const lineOf = (each: Event) => `${JSON.stringify(each)}\n`

type Served = { text: string[]; tail?: number } | { refused: { status: number; retryAfter?: number } }

/** Reads the served stream, connection by connection, in pieces; returns the events. */
async function read(from: number, ...served: Served[]) {
  const asked: number[] = []
  const taken: [number, string][] = []
  const connections: Connection[] = []
  const reading = readSession({
    from,
    signal: new AbortController().signal,
    async open(next) {
      asked.push(next)
      const each = served.shift()
      if (!each) throw new Error('Nothing more is served.')
      if ('refused' in each) throw Object.assign(new Error('Refused'), each.refused)
      const { text, tail = log.length - 1 } = each
      const encoder = new TextEncoder()
      const pieces = text.map((piece) => encoder.encode(piece))
      const headers = { 'x-eve-stream-tail-index': String(tail) }
      return new Response(streamOf(pieces), { headers })
    },
    onEvents: (events, index) =>
      taken.push(...events.map(({ meta }, offset): [number, string] => [index + offset, meta.id])),
    onConnection: (connection) => connections.push(connection),
  })
  const error: unknown = await reading.then(
    () => null,
    (failure) => failure,
  )
  return { asked, taken, connections, error }
}

function streamOf(pieces: Uint8Array[]): ReadableStream {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
}

const all = log.map(({ meta }, index) => [index, meta.id])

describe('a reader', () => {
  test('reads lines however they are split, and ignores blank ones', async () => {
    const text = `\n${log.map(lineOf).join('\n\n')}`
    const cut = text.match(/[\s\S]{1,7}/g) ?? []
    const { taken, connections, error } = await read(0, { text: cut })
    expect(taken).toEqual(all as never)
    expect(connections).toEqual(['following', 'ended'])
    expect(error).toBeNull()
  })

  test('resumes where a connection was lost, in the middle of a line as well', async () => {
    const [first = '', second = ''] = log.map(lineOf)
    const { asked, taken, connections } = await read(
      0,
      { text: [first, second.slice(0, 9)] },
      { refused: { status: 0 } },
      { text: log.slice(1).map(lineOf) },
    )
    expect(asked).toEqual([0, 1, 1])
    expect(taken).toEqual(all as never)
    expect(connections).toEqual(['following', 'lost', 'lost', 'following', 'ended'])
  })

  test('counts from the end, and then has its index', async () => {
    const { asked, taken } = await read(
      -2,
      { text: log.slice(3, 4).map(lineOf) },
      { text: log.slice(4).map(lineOf) },
    )
    expect(asked).toEqual([-2, 4])
    expect(taken).toEqual(all.slice(3) as never)
    expect((await read(-2000, { text: log.map(lineOf) })).taken).toEqual(all as never)
  })

  test.each([400, 403, 404])('gives up on %i, which stays refused', async (status) => {
    const { asked, error } = await read(0, { refused: { status } })
    expect(asked).toEqual([0])
    expect((error as { status: number }).status).toBe(status)
  })

  test.each([401, 429, 503])('tries again after %i', async (status) => {
    const { asked, error } = await read(0, { refused: { status } }, { text: log.map(lineOf) })
    expect(asked).toEqual([0, 0])
    expect(error).toBeNull()
  })
})

describe('a timeline', () => {
  test('discards the text of an interrupted attempt', () => {
    const { turns } = addEvents(nothing, [
      ...log.slice(0, 3),
      delta('The first '),
      event('step.started', { ...step, attempt: 2 }),
      delta('The '),
      whole('The whole of it.'),
    ])
    const [only] = turns[0]?.steps ?? []
    expect(only?.entries.map((entry) => 'text' in entry && entry.text)).toEqual(['The whole of it.'])
    expect(only?.voided.map((entries) => entries.map((entry) => 'text' in entry && entry.text))).toEqual([
      ['The first '],
    ])
  })

  test('is the same however its events are batched, and keeps unchanged turns', () => {
    const second = log
      .slice(0, 4)
      .map(({ type, data }) => event(type, { ...data, turnId: 'turn_1', sequence: 1 }))
    const events = [...log.slice(0, 4), event('turn.completed', place), ...second]
    const atOnce = addEvents(nothing, events)
    expect(events.reduce((timeline, each) => addEvents(timeline, [each]), nothing)).toEqual(atOnce)
    const later = addEvents(atOnce, second.slice(3))
    expect(later.turns[0]).toBe(atOnce.turns[0] as never)
    expect(later.turns[1]).not.toBe(atOnce.turns[1] as never)
  })

  test('has the pending requests, until they are answered', () => {
    const action = { kind: 'tool-call', callId: 'call_1', toolName: 'update_post', input: {} }
    const request = { requestId: 'r1', kind: 'tool-approval', prompt: 'Change it.', options: [], action }
    const asked = addEvents(nothing, [
      ...log.slice(0, 3),
      event('actions.requested', { ...step, actions: [action] }),
      event('input.requested', { ...step, requests: [request] }),
    ])
    expect([stateNow(asked), asked.turns.flatMap(openRequests).length]).toEqual(['waiting', 1])
    const ignored = { requestId: 'r1', kind: 'tool-approval', outcome: 'ignored' }
    const still = addEvents(asked, [event('input.resolved', { ...place, resolutions: [ignored] })])
    expect(stateNow(still)).toBe('waiting')
    const denied = addEvents(still, [
      event('input.resolved', { ...place, resolutions: [{ ...ignored, outcome: 'denied' }] }),
      event('action.result', {
        ...step,
        status: 'rejected',
        result: { callId: 'call_1', toolName: 'update_post', output: 'No.' },
        error: { code: 'REJECTED', message: 'No.' },
      }),
    ])
    expect([stateNow(denied), denied.turns.flatMap(openRequests)]).toEqual(['working', []])
    const entries = denied.turns[0]?.steps[0]?.entries ?? []
    expect(entries.map((entry) => [entry.kind, 'outcome' in entry && entry.outcome])).toEqual([
      ['request', false],
      ['call', 'denied'],
    ])
  })

  test('may begin in the middle of a turn', () => {
    const { turns } = addEvents(nothing, [delta('and so on.')])
    expect(turns.map(({ message, state }) => [message, state])).toEqual([[null, 'running']])
  })
})

test('announcements are complete sentences, each once', () => {
  const begun = hear(silent, [delta('Two fixes. And '), delta('one mo')])
  expect(wholeSentences(begun)).toEqual(['Two fixes.'])
  expect(wholeSentences(hear(begun, [whole('Two fixes. And one more')]))).toEqual([
    'Two fixes.',
    'And one more',
  ])
})
