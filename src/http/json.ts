import { runInSlices, type Sliced } from '../slices.ts'
import { backslash, decode, Fault, notJson, parseText, partBytes, quote, readString } from './json-text.ts'

/** A value, or a sentence that says why the text is invalid. */
export type ParsedJson = { value: unknown; fault?: undefined } | { value?: undefined; fault: string }

const deepest = 64
const maxContainers = 250_000
const maxValues = 2_000_000
/** Of one object: adding more blocks for tens of milliseconds when its table of names grows. */
const maxNames = 100_000
const scannedBytes = 512 * 1024

const comma = 0x2c

const longName = `The body holds a name of more than ${partBytes} bytes.`

/**
 * Parses JSON in slices: `JSON.parse` would block for hundreds of milliseconds on a few megabytes of brackets. Limits
 * nesting and the number of values. `storable` also rejects texts that no field can store.
 */
export async function parseJson(bytes: Uint8Array, { storable = false } = {}): Promise<ParsedJson> {
  try {
    return { value: await runInSlices(parse(bytes, storable)) }
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message }
    throw error
  }
}

function* parse(bytes: Uint8Array, storable: boolean): Sliced<unknown> {
  const large = yield* findLargeParts(bytes)
  const value = yield* readValue(bytes, large)
  if (storable && (yield* hasEscapedHalves(bytes))) yield* checkStorable(value)
  return value
}

/** True if an escape may encode a NUL or half of a surrogate pair; raw bytes of valid JSON never do. */
function* hasEscapedHalves({ buffer, byteOffset, length }: Uint8Array): Sliced<boolean> {
  const text = Buffer.from(buffer, byteOffset, length)
  for (const spelt of ['\\u0000', '\\ud', '\\uD']) {
    yield
    if (text.includes(spelt)) return true
  }
  return false
}

/** Start and end of containers and strings that are too large to parse in one piece. Throws over the limits. */
function* findLargeParts(bytes: Uint8Array): Sliced<Map<number, number>> {
  const large = new Map<number, number>()
  const starts: number[] = []
  let containers = 0
  let commas = 0
  let isInString = false
  let stringStart = 0
  let pauseAt = 0
  for (let at = 0; at < bytes.length; at++) {
    // An escape skips two bytes, so `at` may skip a multiple.
    if (at >= pauseAt) {
      pauseAt = at + scannedBytes
      yield
    }
    const byte = bytes[at] as number
    if (isInString) {
      if (byte === backslash) at++
      else if (byte === quote) {
        isInString = false
        if (at - stringStart > partBytes) large.set(stringStart, at + 1)
      }
    } else if (byte === quote) {
      isInString = true
      stringStart = at
    } else if (byte === comma) {
      if (++commas > maxValues) throw new Fault(`The body holds more than ${maxValues} values.`)
    } else if (isOpening(byte)) {
      if (starts.length === deepest) throw new Fault(`The body is nested more than ${deepest} levels deep.`)
      if (++containers > maxContainers)
        throw new Fault(`The body holds more than ${maxContainers} lists and objects.`)
      starts.push(at)
    } else if (isClosing(byte)) {
      const start = starts.pop()
      if (start === undefined) throw new Fault(notJson)
      if (at - start > partBytes) large.set(start, at + 1)
    }
  }
  if (starts.length > 0 || isInString) throw new Fault(notJson)
  return large
}

/** `[` and `{`, and `]` and `}`, differ in one bit. */
const isOpening = (byte: number) => (byte | 0x20) === 0x7b
const isClosing = (byte: number) => (byte | 0x20) === 0x7d

const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

function isBlankBetween(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!isBlank(bytes[at])) return false
  return true
}

function* readValue(bytes: Uint8Array, large: Map<number, number>): Sliced<unknown> {
  let start = hasMark(bytes) ? 3 : 0
  while (isBlank(bytes[start])) start++
  const end = large.get(start)
  if (end === undefined) return parseText(decode(bytes, start, bytes.length))
  if (!isBlankBetween(bytes, end, bytes.length)) throw new Fault(notJson)
  return yield* readLarge(bytes, start, end, large)
}

const readLarge = (bytes: Uint8Array, start: number, end: number, large: Map<number, number>) =>
  bytes[start] === quote ? readString(bytes, start, end) : readContainer(bytes, start, end, large)

const hasMark = (bytes: Uint8Array) => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

/** A large list or object: small members are parsed in groups, large ones one by one. */
function* readContainer(
  bytes: Uint8Array,
  start: number,
  end: number,
  large: Map<number, number>,
): Sliced<unknown> {
  const isList = bytes[start] === 0x5b
  // In ASCII, a closing bracket comes two after its opening one.
  if (bytes[end - 1] !== (bytes[start] as number) + 2) throw new Fault(notJson)
  const list: unknown[] = []
  const object: Record<string, unknown> = {}
  let depth = 0
  let isInString = false
  /** Start of the members that are not parsed yet, and of the last of them. */
  let run = start + 1
  let member = start + 1
  /** Whether the member that ends next is already parsed. */
  let isRead = false
  let isEmpty = true
  let names = 0
  let pauseAt = start

  function add(from: number, to: number) {
    const text = decode(bytes, from, to)
    if (isList) {
      const items = parseText(`[${text}]`) as unknown[]
      if (items.length === 0) throw new Fault(notJson)
      for (const item of items) list.push(item)
    } else {
      const members = Object.entries(parseText(`{${text}}`) as object)
      if (members.length === 0) throw new Fault(notJson)
      for (const [key, value] of members) define(key, value)
    }
    isEmpty = false
  }

  function define(key: string, value: unknown) {
    if (++names > maxNames) throw new Fault(`The body holds an object with more than ${maxNames} names.`)
    // Assigning to `__proto__` would set the prototype.
    Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true })
  }

  function endMember(at: number) {
    if (!isRead) return
    if (!isBlankBetween(bytes, run, at)) throw new Fault(notJson)
    isRead = false
    run = at + 1
  }

  for (let at = start + 1; at < end - 1; at++) {
    if (at >= pauseAt) {
      pauseAt = at + scannedBytes
      yield
    }
    const byte = bytes[at] as number
    if (isInString) {
      if (byte === backslash) at++
      else if (byte === quote) isInString = false
    } else if (isClosing(byte)) depth--
    else if (byte === quote || isOpening(byte)) {
      const inner = depth === 0 ? large.get(at) : undefined
      if (inner === undefined) {
        if (byte === quote) isInString = true
        else depth++
      } else {
        if (isRead) throw new Fault(notJson)
        if (member > run) add(run, member - 1)
        if (byte === quote && !isList && isBlankBetween(bytes, member, at)) throw new Fault(longName)
        const key = readKey(decode(bytes, member, at), isList)
        const value = yield* readLarge(bytes, at, inner, large)
        if (key === null) list.push(value)
        else define(key, value)
        isEmpty = false
        isRead = true
        run = inner
        at = inner - 1
      }
    } else if (byte === comma && depth === 0) {
      const isParsed = isRead
      endMember(at)
      member = at + 1
      if (!isParsed && at - run > partBytes) {
        yield
        add(run, at)
        run = member
        yield
      }
    }
  }
  const isLastRead = isRead
  endMember(end - 1)
  if (!isLastRead && !(isEmpty && isBlankBetween(bytes, run, end - 1))) {
    yield
    add(run, end - 1)
    yield
  }
  return isList ? list : object
}

/** The key before a large value of an object; null in a list, where no key may come before it. */
function readKey(text: string, isList: boolean): string | null {
  if (isList) {
    if (text.trim() !== '') throw new Fault(notJson)
    return null
  }
  const [key, ...others] = Object.keys(parseText(`{${text}0}`) as object)
  if (key === undefined || others.length > 0) throw new Fault(notJson)
  return key
}

/** Rejects texts that no field can store. */
function* checkStorable(value: unknown): Sliced<void> {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      throw new Fault('The body holds a NUL character or half of a surrogate pair.')
  } else if (typeof value === 'object' && value !== null) {
    yield
    for (const [key, item] of Object.entries(value)) {
      yield* checkStorable(key)
      yield* checkStorable(item)
    }
  }
}
