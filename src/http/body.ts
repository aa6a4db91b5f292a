import { AppError, badRequest, tooLarge } from '../errors.ts'
import { type InputBudget, type Reservation, type Share, smallBytes } from '../input-budget.ts'
import { nextTurn } from '../slices.ts'
import { inflate, isGzipped } from './inflate.ts'
import { parseJson } from './json.ts'

/** The largest JSON body of an ordinary route: a post of 100,000 characters fits, escaped or not. */
export const jsonBytes = 2 * 1024 * 1024

/** Fits a CSV file of a million characters, in any script and with any escaping. */
export const fileBytes = 8 * 1024 * 1024

/**
 * Limits for the whole body, for the gap between two bytes, and for the wait for a share of the budget: GitHub waits
 * 10 s.
 */
const limits = { wholeMilliseconds: 20_000, idleMilliseconds: 5_000, waitMilliseconds: 8_000 }
/** Minimum bytes per second of a body with a share of the budget for large bodies. */
const minPerSecond = 1024 * 1024
/** A small body is read in one piece, because reading it in chunks saves nothing. */
const wholeBytes = 64 * 1024
const chunksPerTurn = 100
const bytesPerTurn = 1024 * 1024

type Limits = typeof limits
/**
 * Without a budget the sender is authenticated, and the body is not counted. `mayBeGzipped` returns a gzipped body as it
 * is, otherwise it is a 415.
 */
export type BodyOptions = { budget?: InputBudget; mayBeGzipped?: boolean } & Partial<Limits>

/** A body's bytes. Disposing it frees them and their share of the budget immediately. */
export type Body = Disposable & { readonly bytes: Uint8Array<ArrayBuffer> }

/**
 * Reads a body. 413 over `maxBytes`, whether or not the length was announced; 408 if no byte arrives for 5 seconds or
 * the body takes longer than 20; 503 while other bodies occupy the budget. A body larger than `smallBytes` is paused
 * until it gets its share of the budget: after 64 KB if its length was announced, since every waiting connection
 * keeps in memory what was read.
 */
export async function readBody(
  request: Request,
  maxBytes: number,
  { budget, mayBeGzipped = false, ...given }: BodyOptions = {},
): Promise<Body> {
  if (!mayBeGzipped && isGzipped(request))
    throw new AppError(
      415,
      'This route does not accept gzipped bodies: send the body without Content-Encoding.',
    )
  const announced = Number(request.headers.get('content-length'))
  if (announced > maxBytes) throw tooLong(maxBytes)
  if (!request.body) return toBody(new Uint8Array(), [])
  const allowed = { ...limits, ...given }
  if (announced > 0 && announced <= wholeBytes) return await readWhole(request, announced, budget, allowed)
  return await readChunks(request.body.getReader(), announced, maxBytes, budget, allowed)
}

async function readWhole(
  request: Request,
  announced: number,
  budget: InputBudget | undefined,
  { wholeMilliseconds }: Limits,
): Promise<Body> {
  const reservation = budget?.small.take(announced)
  if (budget && !reservation) throw noRoom()
  const deadline = createDeadline()
  deadline.set(wholeMilliseconds, () => tooSlow(wholeMilliseconds))
  try {
    return toBody((await Promise.race([request.bytes(), deadline.passed])) as Uint8Array<ArrayBuffer>, [
      reservation,
    ])
  } catch (error) {
    reservation?.[Symbol.dispose]()
    throw error
  } finally {
    deadline.clear()
  }
}

async function readChunks(
  reader: Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'>,
  announced: number,
  maxBytes: number,
  budget: InputBudget | undefined,
  { wholeMilliseconds, idleMilliseconds, waitMilliseconds }: Limits,
): Promise<Body> {
  const reservations: Reservation[] = []
  const idle = createDeadline()
  const whole = createDeadline()
  whole.set(wholeMilliseconds, () => tooSlow(wholeMilliseconds))
  let buffer = new ArrayBuffer(0)
  let total = 0
  let pauseAt = bytesPerTurn
  let isLargeCounted = false

  /** Waits for the share of a large body; after that the rest must arrive quickly. */
  async function waitForLarge(share: Share) {
    isLargeCounted = true
    const bytes = announced || maxBytes
    reservations.push(await waitFor(share, bytes, waitMilliseconds))
    const milliseconds = 2000 + (1000 * bytes) / minPerSecond
    whole.set(Math.min(wholeMilliseconds, milliseconds), () => tooSlow(milliseconds))
  }

  /** Reserves `needed` bytes, counted before they are allocated. */
  async function grow(needed: number) {
    const isLarge = needed > (announced > smallBytes ? wholeBytes : smallBytes)
    const length = isLarge ? announced || Math.min(maxBytes, 2 * needed) : Math.min(smallBytes, 2 * needed)
    if (budget) {
      if (!isLarge) reservations.push(reserveFrom(budget.small, length - buffer.byteLength))
      else if (!isLargeCounted) await waitForLarge(budget.large)
    }
    buffer = toLarger(buffer, Math.max(needed, length))
  }

  try {
    for (let chunks = 1; ; chunks++) {
      idle.set(idleMilliseconds, () => tooSlow(idleMilliseconds, 'No byte of the body arrived for'))
      const { done, value } = await Promise.race([reader.read(), idle.passed, whole.passed])
      idle.clear()
      if (done) return toBody(new Uint8Array(buffer, 0, total), reservations)
      if (total + value.length > maxBytes) throw tooLong(maxBytes)
      if (total + value.length > buffer.byteLength) await grow(total + value.length)
      new Uint8Array(buffer).set(value, total)
      total += value.length
      release(value)
      // Chunks that have arrived are returned without a pause, so a body of single bytes or of many megabytes would
      // block all other requests.
      if (chunks % chunksPerTurn !== 0 && total < pauseAt) continue
      pauseAt = total + bytesPerTurn
      await nextTurn()
    }
  } catch (error) {
    free(buffer, reservations)
    await reader.cancel().catch(() => {})
    throw error
  } finally {
    idle.clear()
    whole.clear()
  }
}

/** Copies a buffer into a larger one. `transfer` would write zeros to all of it, which takes 40 ms for 24 MB. */
function toLarger(buffer: ArrayBuffer, length: number): ArrayBuffer {
  const larger = new ArrayBuffer(length)
  new Uint8Array(larger).set(new Uint8Array(buffer))
  buffer.transfer(0)
  return larger
}

/** Frees the memory of a chunk now: bodies arrive faster than garbage is collected. */
function release({ buffer, length }: Uint8Array) {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0)
}

function reserveFrom(share: Share, bytes: number): Reservation {
  const reservation = share.take(bytes)
  if (!reservation) throw noRoom()
  return reservation
}

async function waitFor(share: Share, bytes: number, milliseconds: number): Promise<Reservation> {
  const signal = AbortSignal.timeout(milliseconds)
  const reservation = await share.wait(bytes, signal).catch(() => null)
  if (!reservation) throw noRoom()
  return reservation
}

function toBody(bytes: Uint8Array<ArrayBuffer>, reservations: (Reservation | null | undefined)[]): Body {
  return { bytes, [Symbol.dispose]: () => free(bytes.buffer, reservations) }
}

function free(buffer: ArrayBuffer, reservations: (Reservation | null | undefined)[]) {
  // Frees large buffers now instead of at garbage collection, since their share of the budget is released.
  if (buffer.byteLength > wholeBytes && !buffer.detached) buffer.transfer(0)
  for (const reservation of reservations) reservation?.[Symbol.dispose]()
}

/** A promise that rejects at the latest deadline that was set. */
function createDeadline() {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => {})
  let timer: Timer | undefined
  return {
    passed: promise,
    set(milliseconds: number, toError: () => Error) {
      clearTimeout(timer)
      timer = setTimeout(() => reject(toError()), milliseconds)
    },
    clear: () => clearTimeout(timer),
  }
}

const tooLong = (maxBytes: number) => tooLarge(`The body is larger than ${maxBytes} bytes.`)
const tooSlow = (milliseconds: number, what = 'The body did not end within') =>
  new AppError(408, `${what} ${milliseconds / 1000} seconds.`, { headers: { Connection: 'close' } })
const noRoom = () =>
  new AppError(503, 'Too many bodies are arriving at once. Try again in a moment.', {
    // Do not wait for the rest of the body.
    headers: { 'Retry-After': '5', Connection: 'close' },
  })

/**
 * The body as a JSON value, undefined if it is empty; throws 415, 413 or 400 otherwise. A gzipped one is inflated up to
 * `maxBytes`.
 */
export async function readJson(
  request: Request,
  maxBytes = jsonBytes,
  reading: BodyOptions = {},
): Promise<unknown> {
  const type = request.headers.get('content-type')
  using body = await readBody(request, maxBytes, { ...reading, mayBeGzipped: true })
  if (body.bytes.length === 0) return undefined
  if (type !== null && !/^application\/(.+\+)?json\b/i.test(type)) {
    throw new AppError(415, 'The body must be JSON, sent with Content-Type: application/json.')
  }
  using _room = isGzipped(request) && reading.budget ? reserveFrom(reading.budget.small, maxBytes) : null
  const bytes = isGzipped(request) ? await inflate(body.bytes, maxBytes) : body.bytes
  const parsed = await parseJson(bytes, { storable: true })
  if (parsed.fault) throw badRequest(parsed.fault)
  return parsed.value
}
