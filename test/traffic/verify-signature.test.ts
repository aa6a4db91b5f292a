import { describe, expect, test } from 'bun:test'
import { signatureHeaders } from 'web-bot-auth'
import { signerFromJWK } from 'web-bot-auth/crypto'
import { findDirectory } from '../../src/traffic/key-directories.ts'
import { parseDirectory } from '../../src/traffic/signing-keys.ts'
import { isSignedBy } from '../../src/traffic/verify-signature.ts'
import { newKey, signRequest } from '../support/signatures.ts'

const own = await newKey()
const keys = parseDirectory(JSON.stringify({ keys: [own.public] }))

describe('a signature', () => {
  test('of a key of the directory over the authority is valid', async () => {
    expect(await isSignedBy(keys, await signRequest('https://acme.com/docs', own))).toBe(true)
  })

  test('for another host, of another key, expired, or over less than the authority is not', async () => {
    const signed = await signRequest('https://other.test/docs', own)
    expect(await isSignedBy(keys, { ...signed, url: 'https://acme.com/docs' })).toBe(false)
    expect(await isSignedBy(keys, await signRequest('https://acme.com/', await newKey()))).toBe(false)
    const hour = 3_600_000
    expect(await isSignedBy(keys, await signRequest('https://acme.com/', own, -hour))).toBe(false)
    const request = {
      method: 'GET',
      url: 'https://acme.com/',
      headers: { 'signature-agent': '"https://chatgpt.com"' },
    }
    const bare = await signatureHeaders(request, await signerFromJWK(own.private), {
      created: new Date(Date.now() - 1000),
      expires: new Date(Date.now() + hour),
      components: ['signature-agent'],
    })
    const signature = {
      agent: '"https://chatgpt.com"',
      input: bare['Signature-Input'],
      value: bare.Signature,
    }
    expect(await isSignedBy(keys, { ...request, signature })).toBe(false)
  })

  test('that cannot be read is not valid', async () => {
    const { signature, ...request } = await signRequest('https://acme.com/', own)
    for (const changed of [
      { input: 'sig1=(' },
      { value: 'sig1=:AAAA:' },
      { value: '' },
      { agent: '"https://you.com"' },
    ])
      expect(await isSignedBy(keys, { ...request, signature: { ...signature, ...changed } })).toBe(false)
  })
})

test('only directories of agents in the table are used', () => {
  for (const [header, id] of [
    ['"https://chatgpt.com"', 'chatgpt'],
    ['sig1="https://you.com/"', 'you'],
    ['"https://evil-chatgpt.com"', undefined],
    ['"http://chatgpt.com"', undefined],
    ['"https://chatgpt.com:8443"', undefined],
    ['https://chatgpt.com', undefined],
  ] as const)
    expect([header, findDirectory(header)?.id]).toEqual([header, id])
})

test('a directory without an Ed25519 key is refused', () => {
  for (const [text, problem] of [
    ['<html>', 'The directory is not JSON.'],
    ['[]', 'The directory is not a JSON Web Key Set.'],
    ['{"keys":[{"kty":"RSA"}]}', 'The directory has no Ed25519 key.'],
  ] as const)
    expect(() => parseDirectory(text)).toThrow(problem)
})

test('a key is used only while it is valid', async () => {
  const [key] = keys
  if (!key) throw new Error('The directory has no key.')
  const request = await signRequest('https://acme.com/', own)
  const now = Date.now() / 1000
  expect(await isSignedBy([{ ...key, to: now - 60 }], request)).toBe(false)
  expect(await isSignedBy([{ ...key, from: now + 60 }], request)).toBe(false)
})
