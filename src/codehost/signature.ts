import { createHmac, timingSafeEqual } from 'node:crypto'
import { nextTurn } from '../slices.ts'

/** Hashing one slice takes a few milliseconds. */
const sliceBytes = 4 * 1024 * 1024

/** The signature header of a body: HMAC SHA-256 over its bytes exactly as sent. */
export function signBody(secret: string, body: Uint8Array | string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

/** Verifies the code host's signature of a body; only lower-case hexadecimal, as the host sends it, is accepted. */
export async function verifySignature(secret: string, body: Uint8Array, header: string): Promise<boolean> {
  const hmac = createHmac('sha256', secret)
  for (let at = 0; at < body.length; at += sliceBytes) {
    if (at > 0) await nextTurn()
    hmac.update(body.subarray(at, at + sliceBytes))
  }
  const expected = Buffer.from(`sha256=${hmac.digest('hex')}`)
  const given = Buffer.from(header)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
