import type { LogEntry } from '../../../traffic/access-log.ts'

const secondsRemembered = 10
/** Different keys that are remembered in these seconds. */
const keysRemembered = 200_000

/**
 * Returns a function that identifies a line, in hex, by its second, and a keyed hash of its text and its ordinal among
 * equal lines of that second, or of the request that it names: a rotated file that overlaps the previous one has the same
 * keys. Keys of one time are next to each other in the table, so that a batch of lines changes few of its pages.
 */
export function createLineKeys(secret: Uint8Array) {
  const digest = (second: number, text: string): string => {
    const hash = new Bun.CryptoHasher('sha256', secret).update(text).digest('hex')
    return secondDigits(second) + hash.slice(secondLength, keyLength)
  }
  const countEqual = createOrdinals()
  return (line: string, { at, requestId, target }: LogEntry): string => {
    const second = Math.floor(at.getTime() / 1000)
    if (requestId !== null) return digest(second, `request\n${requestId}\n${target}`)
    const first = digest(second, `line\n0\n${line}`)
    const ordinal = countEqual(second, first)
    return ordinal === 0 ? first : digest(second, `line\n${ordinal}\n${line}`)
  }
}

const keyLength = 32
const secondLength = 8

/** The digits with which the keys of a second begin. */
export const secondDigits = (second: number) => second.toString(16).padStart(secondLength, '0')

/**
 * Returns a function that counts how often a key occurred before in a second. After 200,000 keys all counts are cleared:
 * a later line that equals one before is then skipped as known, although it is another visit.
 */
export function createOrdinals(maxKeys = keysRemembered) {
  const seconds = new Map<number, Map<string, number>>()
  let total = 0
  const forget = (second: number) => {
    total -= seconds.get(second)?.size ?? 0
    seconds.delete(second)
  }
  return (second: number, key: string): number => {
    if (total >= maxKeys) for (const old of [...seconds.keys()]) forget(old)
    const keys = seconds.get(second) ?? new Map<string, number>()
    seconds.set(second, keys)
    const [oldest] = seconds.keys()
    if (seconds.size > secondsRemembered && oldest !== undefined) forget(oldest)
    const ordinal = keys.get(key) ?? 0
    keys.set(key, ordinal + 1)
    if (ordinal === 0) total++
    return ordinal
  }
}
