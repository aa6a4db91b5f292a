import { expect, test } from 'bun:test'
import type { AppError } from '../../src/errors.ts'
import { createBodyRoom, readBytes } from '../../src/http/body.ts'

const million = 1024 * 1024

/** A body that comes in pieces and does not end before `end` is called. */
function endless(...pieces: Uint8Array[]) {
  const ended = Promise.withResolvers<void>()
  const body = new ReadableStream({
    async start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      await ended.promise
      controller.close()
    },
  })
  return { request: new Request('http://localhost/', { method: 'POST', body }), end: ended.resolve }
}

const refusal = (reading: Promise<unknown>) =>
  reading.then(
    () => null,
    (error: AppError) => [error.status, error.message, error.extra.headers ?? {}],
  )

test('a body is what was sent, in however many pieces', async () => {
  const { request, end } = endless(new Uint8Array([1, 2]), new Uint8Array([3]))
  end()
  expect([...(await readBytes(request, 10))]).toEqual([1, 2, 3])
})

test('a body that is too long is refused before its end', async () => {
  const { request } = endless(new Uint8Array(11))
  expect(await refusal(readBytes(request, 10))).toEqual([413, 'The body is larger than 10 bytes.', {}])
})

test('a body that does not end in time is dropped', async () => {
  const { request } = endless(new Uint8Array(1))
  expect(await refusal(readBytes(request, 10, { milliseconds: 20 }))).toEqual([
    408,
    'The body did not end within 0.02 seconds.',
    {},
  ])
})

test('bodies of strangers share 256 MB; what comes on top is told to come back', async () => {
  const room = createBodyRoom()
  const piece = new Uint8Array(20 * million)
  const waiting = Array.from({ length: 12 }, () => endless(piece))
  const reading = waiting.map(({ request }) => readBytes(request, 25 * million, { room }))
  const oneMore = endless(piece)
  expect(await refusal(readBytes(oneMore.request, 25 * million, { room }))).toEqual([
    503,
    'Too many bodies are arriving at once. Try again in a moment.',
    { 'Retry-After': '5', Connection: 'close' },
  ])
  for (const { end } of waiting) end()
  expect((await Promise.all(reading)).map(({ length }) => length)).toEqual(Array(12).fill(20 * million))
  expect(room.held).toBe(0)
})

test('a length that was announced and not sent takes no room from others', async () => {
  const room = createBodyRoom()
  const { request, end } = endless(new Uint8Array(1))
  request.headers.set('content-length', String(25 * million))
  const reading = readBytes(request, 25 * million, { room })
  const other = endless(new Uint8Array(20 * million))
  other.end()
  expect(await readBytes(other.request, 25 * million, { room })).toHaveLength(20 * million)
  expect(room.held).toBe(1)
  end()
  expect(await reading).toHaveLength(1)
  expect(room.held).toBe(0)
})

test('what a body held is given back when it is refused or breaks off', async () => {
  const room = createBodyRoom()
  await refusal(readBytes(endless(new Uint8Array(11)).request, 10, { room }))
  await refusal(readBytes(endless(new Uint8Array(5)).request, 10, { room, milliseconds: 20 }))
  expect(room.held).toBe(0)
})

test('others have their turn while a body of single bytes is read', async () => {
  const { request, end } = endless(...Array.from({ length: 20_000 }, () => new Uint8Array(1)))
  end()
  let turns = 0
  let isReading = true
  const count = () => {
    turns++
    if (isReading) setImmediate(count)
  }
  setImmediate(count)
  expect(await readBytes(request, million)).toHaveLength(20_000)
  isReading = false
  expect(turns).toBeGreaterThanOrEqual(200)
})
