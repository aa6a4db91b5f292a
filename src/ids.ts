/** An unguessable secret or name: the prefix, then `bytes` random bytes in hex. */
export function newToken(prefix: string, bytes: number): string {
  return prefix + crypto.getRandomValues(new Uint8Array(bytes)).toHex()
}

/**
 * The stored form of a token. Tokens are random, so a fast hash is as safe as a slow one, and each check is a single
 * lookup.
 */
export function hashToken(token: string): string {
  return Bun.CryptoHasher.hash('sha256', token, 'hex')
}

/** The id of a run in the API: the prefix and 32 hex characters (contract 6.2, 8.5). */
export const newJobId = (prefix: string) => newToken(prefix, 16)
