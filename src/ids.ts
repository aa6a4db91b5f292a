/** A secret or name that nobody can guess: the prefix, then `bytes` random bytes in hex. */
export function newToken(prefix: string, bytes: number): string {
  return prefix + crypto.getRandomValues(new Uint8Array(bytes)).toHex()
}

/** What is kept of a token. It is random, so a plain hash is as good as a slow one, and every unknown one costs the same single look-up. */
export function hashToken(token: string): string {
  return Bun.CryptoHasher.hash('sha256', token, 'hex')
}

/** The id of a run as the API shows it: the prefix and 32 hex characters (contract 6.2, 8.5). */
export const newJobId = (prefix: string) => newToken(prefix, 16)
