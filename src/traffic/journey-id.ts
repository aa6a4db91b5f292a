import { type Address, parseAddress } from './address.ts'
import type { Category } from './classify.ts'

/** A crawler's request; `salt` is the random key of its day. */
export type JourneyRequest = {
  salt: Uint8Array
  source: string
  category: Category | null
  ip: string | null
  at: Date
}

const minute = 60_000
const fingerprintBytes = 8

/**
 * The journey that a crawler's request belongs to, in its stored form: requests of one source from one network within
 * 30 minutes, or for a user's assistant from one address within 10. Null without a valid address.
 */
export function fingerprintJourney({ salt, source, category, ip, at }: JourneyRequest): Uint8Array | null {
  const address = ip === null ? null : parseAddress(ip)
  if (!address) return null
  const isForUser = category === 'assistant-browse'
  const bucket = Math.floor(at.getTime() / ((isForUser ? 10 : 30) * minute))
  const network = isForUser ? address.value : networkOf(address)
  const hash = new Bun.CryptoHasher('sha256', salt).update(
    `${source}\n${address.family}\n${network}\n${bucket}`,
  )
  return hash.digest().subarray(0, fingerprintBytes)
}

/** The first three numbers of IPv4, the first four groups of IPv6. */
function networkOf(address: Address): number | bigint {
  return address.family === 4 ? Math.floor(address.value / 256) : address.value >> 64n
}

const marked = /^[A-Za-z0-9_-]{1,64}$/

/** The journey that a link names by its parameter `ntr`, as `n_<id>`, and the URL without the parameter. */
export function splitJourneyMark(url: URL): { journeyId: string | null; url: URL } {
  const id = url.searchParams.get('ntr')
  if (id === null) return { journeyId: null, url }
  const rest = new URL(url)
  rest.searchParams.delete('ntr')
  return { journeyId: marked.test(id) ? `n_${id}` : null, url: rest }
}

/** The stored form of a journey id: eight bytes for `f_`, nine or more for `n_`. Null for other texts. */
export function encodeJourneyId(journeyId: string): Uint8Array | null {
  const id = journeyId.slice(2)
  if (/^f_[0-9a-f]{16}$/.test(journeyId)) return Uint8Array.fromHex(id)
  if (!journeyId.startsWith('n_') || !marked.test(id)) return null
  // Zero bytes keep a short mark apart from a fingerprint.
  const bytes = new Uint8Array(Math.max(id.length, fingerprintBytes + 1))
  new TextEncoder().encodeInto(id, bytes)
  return bytes
}

/** The journey id of its stored form. */
export function decodeJourneyId(bytes: Uint8Array): string {
  if (bytes.length === fingerprintBytes) return `f_${bytes.toHex()}`
  return `n_${new TextDecoder().decode(bytes).replace(/\0+$/, '')}`
}
