/** A secret or name that nobody can guess: the prefix, then `bytes` random bytes in hex. */
export function newToken(prefix: string, bytes: number): string {
  return prefix + crypto.getRandomValues(new Uint8Array(bytes)).toHex()
}

/** The id of a run as the API shows it: the prefix and 32 hex characters (contract 6.2, 8.5). */
export const newJobId = (prefix: string) => newToken(prefix, 16)
