import { jwkToKeyID, verify } from 'web-bot-auth'
import { helpers, verifierFromJWK } from 'web-bot-auth/crypto'
import type { SigningKey } from './signing-keys.ts'

/** A request with its headers `Signature-Agent`, `Signature-Input` and `Signature`. */
export type SignedRequest = {
  method: string
  url: string
  signature: { agent: string; input: string; value: string }
}

/**
 * Whether a request has a valid Web Bot Auth signature (RFC 9421) of one of these keys over its authority. False also for
 * signatures that have expired or cannot be read.
 */
export async function isSignedBy(keys: SigningKey[], request: SignedRequest): Promise<boolean> {
  const { method, url, signature } = request
  const { agent, input, value } = signature
  const headers = { 'signature-agent': agent, 'signature-input': input, signature: value }
  try {
    return await verify({ method, url, headers }, async (data, bytes, params) => {
      const key = await findKey(keys, params.keyid)
      // Without the authority, a signature for any host would count here.
      if (!key || !/^"@authority": /m.test(data)) return false
      const isValid = await verifierFromJWK({ kty: 'OKP', crv: 'Ed25519', x: key.x })
      await isValid(data, bytes, params)
      return true
    })
  } catch {
    return false
  }
}

async function findKey(keys: SigningKey[], id: string): Promise<SigningKey | null> {
  const now = Date.now() / 1000
  for (const key of keys) {
    if ((key.from !== null && key.from > now) || (key.to !== null && key.to < now)) continue
    if ((await thumbprintOf(key.x)) === id) return key
  }
  return null
}

const thumbprintOf = (x: string) =>
  jwkToKeyID({ kty: 'OKP', crv: 'Ed25519', x }, helpers.WEBCRYPTO_SHA256, helpers.BASE64URL_DECODE)
