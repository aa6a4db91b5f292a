/** 32 random bytes, hexadecimal (contract 12.5). */
export function newWebhookSecret(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')
}
