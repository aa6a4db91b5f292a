import { AppError, badRequest, tooLarge } from '../errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The largest JSON body of an ordinary route: a post of 100,000 characters fits, escaped or not. */
export const jsonBytes = 2 * 1024 * 1024

/** Room for a CSV file of a million characters, whatever its script and however it is escaped. */
export const fileBytes = 8 * 1024 * 1024

const deepest = 64

/** Memory that bodies share while they arrive, for those whose sender is not known yet. */
export type BodyRoom = { held: number }
export const createBodyRoom = (): BodyRoom => ({ held: 0 })

const roomBytes = 256 * 1024 * 1024
const patienceMilliseconds = 20_000
/** A small body is handed over whole: there is nothing to gain from looking at it as it comes. */
const smallBytes = 64 * 1024

type Reading = { room?: BodyRoom; milliseconds?: number }

/**
 * The body's bytes. 413 past `maxBytes`, whether or not the length was announced; 408 when it does not end within 20
 * seconds; 503 when the bodies that share `room` hold 256 MB together.
 */
export async function readBytes(
  request: Request,
  maxBytes: number,
  { room = createBodyRoom(), milliseconds = patienceMilliseconds }: Reading = {},
): Promise<Uint8Array> {
  const announced = Number(request.headers.get('content-length'))
  if (announced > maxBytes) throw tooLong(maxBytes)
  if (!request.body) return new Uint8Array()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(tooSlow(milliseconds)), milliseconds)
  try {
    if (announced > 0 && announced <= smallBytes) return await Promise.race([request.bytes(), late.promise])
    return await gather(request.body.getReader(), announced, maxBytes, room, late.promise)
  } finally {
    clearTimeout(timer)
  }
}

async function gather(
  reader: Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'>,
  announced: number,
  maxBytes: number,
  room: BodyRoom,
  late: Promise<never>,
): Promise<Uint8Array> {
  let held = 0
  const hold = (bytes: number) => {
    if (room.held + bytes - held > roomBytes) throw noRoom()
    room.held += bytes - held
    held = bytes
  }
  try {
    let bytes = new Uint8Array(0)
    let total = 0
    for (let chunks = 1; ; chunks++) {
      const { done, value } = await Promise.race([reader.read(), late])
      if (done) return bytes.subarray(0, total)
      if (total + value.length > bytes.length) {
        if (total + value.length > maxBytes) throw tooLong(maxBytes)
        // More than four times what came is not kept for anyone: announcing a length is free.
        hold(Math.max(total + value.length, Math.min(announced || maxBytes, 4 * bytes.length)))
        bytes = grow(bytes, held)
      }
      bytes.set(value, total)
      total += value.length
      // Chunks that have arrived are handed out without a pause: a body of single bytes would keep all others waiting.
      if (chunks % chunksPerTurn === 0) await nextTurn()
    }
  } catch (error) {
    await reader.cancel().catch(() => {})
    throw error
  } finally {
    room.held -= held
  }
}

function grow(bytes: Uint8Array<ArrayBuffer>, length: number) {
  const grown = new Uint8Array(length)
  grown.set(bytes)
  return grown
}

const chunksPerTurn = 100
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

const tooLong = (maxBytes: number) => tooLarge(`The body is larger than ${maxBytes} bytes.`)
const tooSlow = (milliseconds: number) =>
  new AppError(408, `The body did not end within ${milliseconds / 1000} seconds.`)
const noRoom = () =>
  new AppError(503, 'Too many bodies are arriving at once. Try again in a moment.', {
    // What the sender goes on sending is not waited for.
    headers: { 'Retry-After': '5', Connection: 'close' },
  })

/** The body as a JSON value, undefined when there is none; 415, 413 or 400 otherwise. */
export async function readJson(
  request: Request,
  maxBytes = jsonBytes,
  reading: Reading = {},
): Promise<unknown> {
  const type = request.headers.get('content-type')
  const bytes = await readBytes(request, maxBytes, reading)
  if (bytes.length === 0) return undefined
  if (type !== null && !/^application\/(.+\+)?json\b/i.test(type)) {
    throw new AppError(415, 'The body must be JSON, sent with Content-Type: application/json.')
  }
  const value = parseJson(bytes)
  checkStorable(value)
  return value
}

/** The JSON value that bytes spell; 400 when they are not UTF-8 or not JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw badRequest('The body is not valid UTF-8.')
  }
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('The body is not valid JSON.')
  }
}

/** Refuses what no field can hold: texts that cannot be stored, and nesting that would exhaust the stack. */
function checkStorable(value: unknown, depth = 0): void {
  if (typeof value === 'string') {
    if (!value.includes('\0') && value.isWellFormed()) return
    throw badRequest('The body holds a NUL character or half of a surrogate pair.')
  }
  if (typeof value !== 'object' || value === null) return
  if (depth === deepest) throw badRequest(`The body is nested more than ${deepest} levels deep.`)
  for (const [key, item] of Object.entries(value)) {
    checkStorable(key)
    checkStorable(item, depth + 1)
  }
}
