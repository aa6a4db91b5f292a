import { signatureHeaders } from 'web-bot-auth'
import { signerFromJWK } from 'web-bot-auth/crypto'
import type { SignedRequest } from '../../src/traffic/verify-signature.ts'

export type Key = Awaited<ReturnType<typeof newKey>>

/** A new Ed25519 key as JSON Web Keys. */
export async function newKey() {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  return {
    private: await crypto.subtle.exportKey('jwk', pair.privateKey),
    public: await crypto.subtle.exportKey('jwk', pair.publicKey),
  }
}

/** A request signed as the agent of ChatGPT does, valid from `shift` milliseconds before now for ten minutes. */
export async function signRequest(url: string, key: Key, shift = 0): Promise<SignedRequest> {
  const agent = '"https://chatgpt.com"'
  const request = { method: 'GET', url, headers: { 'signature-agent': agent } }
  const begin = Date.now() - 1000 + shift
  const headers = await signatureHeaders(request, await signerFromJWK(key.private), {
    created: new Date(begin),
    expires: new Date(begin + 600_000),
  })
  return {
    method: 'GET',
    url,
    signature: { agent, input: headers['Signature-Input'], value: headers.Signature },
  }
}
