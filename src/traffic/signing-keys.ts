import { ExplainedError } from '../errors.ts'

/** A public Ed25519 key of a directory, and when it is valid, in seconds since 1970. */
export type SigningKey = { x: string; from: number | null; to: number | null }

/** Bytes and keys of a directory. */
export const maxDirectoryBytes = 64 * 1024
const maxKeys = 20

/** Reads the keys of a directory, a JSON Web Key Set. Throws an ExplainedError if it has none that can be used. */
export function parseDirectory(text: string): SigningKey[] {
  const listed = readList(text)
  const keys = listed.slice(0, maxKeys).flatMap((each) => readKey(each) ?? [])
  if (keys.length === 0) throw new ExplainedError('The directory has no Ed25519 key.')
  return keys
}

function readList(text: string): unknown[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ExplainedError('The directory is not JSON.')
  }
  const { keys } = (typeof value === 'object' && value !== null ? value : {}) as { keys?: unknown }
  if (!Array.isArray(keys)) throw new ExplainedError('The directory is not a JSON Web Key Set.')
  return keys
}

function readKey(value: unknown): SigningKey | null {
  if (typeof value !== 'object' || value === null) return null
  const { kty, crv, x, nbf, exp } = value as Record<string, unknown>
  // 32 bytes of base64url.
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string' || !/^[\w-]{43}$/.test(x)) return null
  return { x, from: readSeconds(nbf), to: readSeconds(exp) }
}

const readSeconds = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null)
