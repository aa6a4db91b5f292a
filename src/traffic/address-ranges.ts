import ipaddr from 'ipaddr.js'
import { ExplainedError } from '../errors.ts'
import { parseAddress } from './address.ts'

/** Sorted ranges that do not touch, each with its first and last address. */
export type Ranges = { four: [first: number, last: number][]; six: [first: bigint, last: bigint][] }

/** A shorter prefix is refused: it would cover networks of others. */
const shortest = { 4: 12, 6: 24 }
/** The longest file of a vendor lists about 1,000. More would keep the event loop busy for too long. */
export const maxPrefixes = 5_000
export const maxFileBytes = 512 * 1024

/**
 * Reads a vendor's file of addresses: `{ prefixes: [{ ipv4Prefix } | { ipv6Prefix } | text] }`, or a list of these.
 * Throws an ExplainedError with the reason in one sentence; a file counts as a whole or not at all.
 */
export function parseRanges(text: string): Ranges {
  if (text.length > maxFileBytes) throw new ExplainedError('The file is too long.')
  const prefixes = readPrefixes(text)
  if (prefixes.length === 0) throw new ExplainedError('The file lists no addresses.')
  if (prefixes.length > maxPrefixes)
    throw new ExplainedError(`The file lists more than ${maxPrefixes} prefixes.`)
  const four: Ranges['four'] = []
  const six: Ranges['six'] = []
  for (const prefix of prefixes) {
    const { address, bits } = readPrefix(prefix)
    if (address.family === 4) {
      const size = 2 ** (32 - bits)
      const first = Math.floor(address.value / size) * size
      four.push([first, first + size - 1])
    } else {
      const free = BigInt(128 - bits)
      const first = (address.value >> free) << free
      six.push([first, first + (1n << free) - 1n])
    }
  }
  return { four: merge(four, 1), six: merge(six, 1n) }
}

function readPrefixes(text: string): string[] {
  const prefixes = listOf(parse(text))
  return prefixes.map((each) => {
    const value =
      typeof each === 'object' && each !== null
        ? ((each as Record<string, unknown>).ipv4Prefix ?? (each as Record<string, unknown>).ipv6Prefix)
        : each
    if (typeof value !== 'string') throw new ExplainedError('The file lists values that are not prefixes.')
    return value.trim()
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new ExplainedError('The file is not JSON.')
  }
}

function listOf(value: unknown): unknown[] {
  const list = Array.isArray(value) ? value : (value as { prefixes?: unknown } | null)?.prefixes
  if (Array.isArray(list)) return list
  throw new ExplainedError('The file has no list of prefixes.')
}

function readPrefix(text: string) {
  const [written = '', length, ...rest] = text.split('/')
  // A mapped prefix would count its bits from the start of IPv6.
  const isMapped = written.includes(':') && written.includes('.')
  const address = isMapped ? null : parseAddress(written)
  const all = address?.family === 6 ? 128 : 32
  const bits = length === undefined ? all : /^(?:0|[1-9]\d{0,2})$/.test(length) ? Number(length) : -1
  const kept = shorten(text)
  if (
    !address ||
    rest.length > 0 ||
    bits < 0 ||
    bits > all ||
    (written.includes(':') && address.family === 4)
  )
    throw new ExplainedError(`"${kept}" is not a prefix.`)
  if (bits < shortest[address.family])
    throw new ExplainedError(`The prefix "${kept}" covers too many addresses.`)
  return { address, bits }
}

const shorten = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 60)

/** Joins ranges that overlap or touch. */
function merge<N extends number | bigint>(ranges: [N, N][], one: N): [N, N][] {
  const merged: [N, N][] = []
  for (const [first, last] of ranges.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) {
    const before = merged.at(-1)
    if (!before || first > (before[1] as never) + (one as never)) merged.push([first, last])
    else if (last > before[1]) before[1] = last
  }
  return merged
}

/** Whether an address is in the ranges; false for texts that are no address. */
export function contains({ four, six }: Ranges, ip: string): boolean {
  const address = parseAddress(ip)
  if (!address) return false
  return address.family === 4 ? find(four, address.value) : find(six, address.value)
}

function find<N extends number | bigint>(ranges: [N, N][], value: N): boolean {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    const range = ranges[middle]
    if (!range) return false
    if (value < range[0]) high = middle
    else if (value > range[1]) low = middle + 1
    else return true
  }
  return false
}

/** The stored form of ranges: JSON, with IPv6 addresses as hexadecimal texts. */
export function encodeRanges({ four, six }: Ranges): string {
  return JSON.stringify([four, six.map((range) => range.map((value) => value.toString(16)))])
}

/** Ranges of their stored form. */
export function decodeRanges(text: string): Ranges {
  const [four, six] = JSON.parse(text) as [Ranges['four'], [string, string][]]
  return { four, six: six.map(([first, last]) => [BigInt(`0x${first}`), BigInt(`0x${last}`)]) }
}

/** Whether a vendor could publish this address: reserved and private ones prove nothing. */
export function isRoutable(ip: string): boolean {
  const address = parseAddress(ip)
  return address !== null && ipaddr.process(ip).range() === 'unicast'
}
