import { expect, test } from 'bun:test'
import type { AppError } from '../../src/errors.ts'
import { readBody, readJson } from '../../src/http/body.ts'
import { createInputBudget } from '../../src/input-budget.ts'

const million = 1024 * 1024

/** A body that arrives in pieces, each when it is sent, and ends on request. */
function streamed(...pieces: Uint8Array[]) {
  const stream = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      stream.resolve(controller)
    },
  })
  return {
    request: new Request('http://localhost/', { method: 'POST', body }),
    send: async (piece: Uint8Array) => (await stream.promise).enqueue(piece),
    end: async () => (await stream.promise).close(),
  }
}

const refusal = (reading: Promise<unknown>) =>
  reading.then(
    () => null,
    (error: AppError) => [error.status, error.message, error.extra.headers ?? {}],
  )

const close = { Connection: 'close' }
const noRoom = [
  503,
  'Too many bodies are arriving at once. Try again in a moment.',
  { 'Retry-After': '5', ...close },
]

/** Runs everything that can run now. */
async function settle() {
  for (let turns = 0; turns < 50; turns++) await new Promise(setImmediate)
}

test('a body is complete in any number of pieces', async () => {
  const { request, end } = streamed(new Uint8Array([1, 2]), new Uint8Array([3]))
  await end()
  expect([...(await readBody(request, 10)).bytes]).toEqual([1, 2, 3])
})

test('a body that is too long is refused before its end', async () => {
  const { request } = streamed(new Uint8Array(11))
  expect(await refusal(readBody(request, 10))).toEqual([413, 'The body is larger than 10 bytes.', {}])
})

test('a body that does not end in time is dropped', async () => {
  const { request } = streamed(new Uint8Array(1))
  const late = [408, 'The body did not end within 0.02 seconds.', close]
  expect(await refusal(readBody(request, 10, { wholeMilliseconds: 20 }))).toEqual(late)
  const { request: small } = streamed(new Uint8Array(1))
  small.headers.set('content-length', '10')
  expect(await refusal(readBody(small, 10, { wholeMilliseconds: 20 }))).toEqual(late)
})

test('a body that stalls is dropped', async () => {
  const { request } = streamed(new Uint8Array(1))
  expect(await refusal(readBody(request, 10, { idleMilliseconds: 20 }))).toEqual([
    408,
    'No byte of the body arrived for 0.02 seconds.',
    close,
  ])
})

test('small bodies share 32 MB, counted as they arrive; further ones are refused for now', async () => {
  const budget = createInputBudget()
  const waiting = Array.from({ length: 32 }, () => streamed(new Uint8Array(million)))
  const reading = waiting.map(({ request }) => readBody(request, million, { budget }))
  await settle()
  expect(budget.small.free).toBe(0)
  expect(await refusal(readBody(streamed(new Uint8Array(1)).request, million, { budget }))).toEqual(noRoom)
  const { request: tiny } = streamed()
  tiny.headers.set('content-length', '10')
  expect(await refusal(readBody(tiny, million, { budget }))).toEqual(noRoom)
  for (const { end } of waiting) await end()
  for (const body of await Promise.all(reading)) {
    expect(body.bytes).toHaveLength(million)
    body[Symbol.dispose]()
  }
  expect(budget.small.free).toBe(32 * million)
})

test('an announced length that was not sent uses no budget', async () => {
  const budget = createInputBudget()
  const { request, end } = streamed(new Uint8Array(100))
  request.headers.set('content-length', String(25 * million))
  const reading = readBody(request, 25 * million, { budget })
  await settle()
  expect([budget.small.free, budget.large.free]).toEqual([32 * million - 200, 50 * million])
  await end()
  const body = await reading
  expect(body.bytes).toHaveLength(100)
  body[Symbol.dispose]()
  expect(budget.small.free).toBe(32 * million)
})

test('a large body waits for budget before the rest of it is read; small ones continue', async () => {
  const budget = createInputBudget()
  const large = () => {
    const sent = streamed(new Uint8Array(million), new Uint8Array(19 * million))
    sent.request.headers.set('content-length', String(20 * million))
    return { ...sent, reading: readBody(sent.request, 25 * million, { budget }) }
  }
  const [first, second, third] = [large(), large(), large()]
  await settle()
  expect(budget.large.free).toBe(10 * million)
  const small = streamed(new Uint8Array(10))
  await small.end()
  expect((await readBody(small.request, million, { budget })).bytes).toHaveLength(10)
  for (const { end } of [first, second, third]) await end()
  ;(await first.reading)[Symbol.dispose]()
  expect((await second.reading).bytes).toHaveLength(20 * million)
  expect((await third.reading).bytes).toHaveLength(20 * million)
})

test('a large body whose length was announced waits after its first 64 KB', async () => {
  const budget = createInputBudget()
  const all = budget.large.take(budget.large.bytes)
  const { request, send, end } = streamed(new Uint8Array(50_000))
  request.headers.set('content-length', String(2 * million))
  const reading = readBody(request, 25 * million, { budget })
  await send(new Uint8Array(50_000))
  await settle()
  await send(new Uint8Array(500_000))
  await settle()
  expect(budget.small.free).toBe(32 * million - 100_000)
  all?.[Symbol.dispose]()
  await end()
  expect((await reading).bytes).toHaveLength(600_000)
})

test('large bodies that wait too long, or are too many, are refused for now', async () => {
  const budget = createInputBudget()
  using _all = budget.large.take(budget.large.bytes)
  const large = (waitMilliseconds: number) =>
    refusal(
      readBody(streamed(new Uint8Array(million), new Uint8Array(million)).request, 25 * million, {
        budget,
        waitMilliseconds,
      }),
    )
  expect(await large(10)).toEqual(noRoom)
  const waiting = Array.from({ length: 12 }, () => large(500))
  await settle()
  expect(await large(500)).toEqual(noRoom)
  await Promise.all(waiting)
  expect(budget.small.free).toBe(32 * million)
})

test('the budget of a body is released when it is refused or interrupted', async () => {
  const budget = createInputBudget()
  await refusal(readBody(streamed(new Uint8Array(11)).request, 10, { budget }))
  await refusal(readBody(streamed(new Uint8Array(5)).request, 10, { budget, wholeMilliseconds: 20 }))
  await refusal(
    readBody(streamed(new Uint8Array(3 * million)).request, 4 * million, { budget, idleMilliseconds: 20 }),
  )
  expect([budget.small.free, budget.large.free]).toEqual([32 * million, 50 * million])
})

test('a disposed body releases its memory immediately', async () => {
  const { request, end } = streamed(new Uint8Array(million))
  await end()
  const body = await readBody(request, million)
  const { buffer } = body.bytes
  body[Symbol.dispose]()
  expect(buffer.byteLength).toBe(0)
})

test('the memory of a chunk is released once it is copied', async () => {
  const piece = new Uint8Array(million).fill(1)
  const part = new Uint8Array(million).subarray(0, 2)
  const { request, end } = streamed(piece, part)
  await end()
  expect((await readBody(request, 2 * million)).bytes.length).toBe(million + 2)
  expect([piece.buffer.detached, part.buffer.detached]).toEqual([true, false])
})

test.each([
  ['of single bytes', 20_000, 1, 200],
  ['of many megabytes', 20, 1024 * 1024, 20],
])('other work runs while a body %s is read', async (_, count, length, expected) => {
  const { request, end } = streamed(...Array.from({ length: count }, () => new Uint8Array(length)))
  await end()
  let turns = 0
  let isReading = true
  const act = () => {
    turns++
    if (isReading) setImmediate(act)
  }
  setImmediate(act)
  expect((await readBody(request, count * length)).bytes).toHaveLength(count * length)
  isReading = false
  expect(turns).toBeGreaterThanOrEqual(expected)
})

const gzipped = (text: string, encoding = 'gzip') =>
  new Request('http://localhost/', {
    method: 'POST',
    body: Bun.gzipSync(Buffer.from(text)),
    headers: { 'content-type': 'application/json', 'content-encoding': encoding },
  })

test('a gzipped JSON body is inflated up to the limit of its size', async () => {
  expect(await readJson(gzipped('{"a":1}'))).toEqual({ a: 1 })
  const large = gzipped(JSON.stringify('x'.repeat(2000)))
  expect(await refusal(readJson(large, 1000))).toEqual([
    413,
    'The inflated body is larger than 1000 bytes.',
    {},
  ])
  const plain = new Request('http://localhost/', {
    method: 'POST',
    body: '{}',
    headers: { 'content-encoding': 'gzip' },
  })
  expect(await refusal(readJson(plain))).toEqual([400, 'Invalid gzip body', {}])
})

test('the inflated body of an anonymous sender is counted against the budget until it is parsed', async () => {
  const budget = createInputBudget()
  using _others = budget.small.take(budget.small.bytes - 1000)
  expect(await refusal(readJson(gzipped('{"a":1}'), 2000, { budget }))).toEqual(noRoom)
  expect(await readJson(gzipped('{"a":1}'), 500, { budget })).toEqual({ a: 1 })
  expect(budget.small.free).toBe(1000)
})

test('another encoding is a 415, and so is gzip on a route that reads raw bytes', async () => {
  const message = 'Content-Encoding must be gzip or absent'
  expect(await refusal(readJson(gzipped('{}', 'br')))).toEqual([415, message, {}])
  const raw = 'This route does not accept gzipped bodies: send the body without Content-Encoding.'
  expect(await refusal(readBody(gzipped('{}'), 100))).toEqual([415, raw, {}])
})
