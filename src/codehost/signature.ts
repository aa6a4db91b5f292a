import { createHmac, timingSafeEqual } from 'node:crypto'

/** The signature header of a body: HMAC SHA-256 over its bytes exactly as sent. */
export function signBody(secret: string, body: Uint8Array | string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

/** Whether the code host signed this body: lower-case hexadecimal, as it sends it, and nothing else. */
export function verifySignature(secret: string, body: Uint8Array, header: string): boolean {
  const expected = Buffer.from(signBody(secret, body))
  const given = Buffer.from(header)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
