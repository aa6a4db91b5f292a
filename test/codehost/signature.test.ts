import { describe, expect, test } from 'bun:test'
import { signBody, verifySignature } from '../../src/codehost/signature.ts'

const secret = "It's a Secret to Everybody"
const body = new TextEncoder().encode('Hello, World!')
// The example of GitHub's documentation.
const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'

describe('a signature', () => {
  test("matches the code host's published example", async () => {
    expect(signBody(secret, body)).toBe(signature)
    expect(await verifySignature(secret, body, signature)).toBe(true)
  })

  test('is computed over the raw bytes', async () => {
    const bytes = new Uint8Array([0xff, 0xfe, 0x00, 0x0a])
    expect(await verifySignature(secret, bytes, signBody(secret, bytes))).toBe(true)
    expect(signBody(secret, '😀')).toBe(signBody(secret, new TextEncoder().encode('😀')))
  })

  test('does not match another body, another secret or a body with one more byte', async () => {
    expect(await verifySignature(secret, new TextEncoder().encode('Hello, world!'), signature)).toBe(false)
    expect(await verifySignature(secret, new TextEncoder().encode('Hello, World!\n'), signature)).toBe(false)
    expect(await verifySignature('another', body, signature)).toBe(false)
  })

  test.each([
    ['an empty header', ''],
    ['no digest', 'sha256='],
    ['a digest cut short', signature.slice(0, -1)],
    ['a digest too long', `${signature}0`],
    ['a digest without its algorithm', signature.slice('sha256='.length)],
    ['another algorithm', `sha1=${signature.slice('sha256='.length)}`],
    ['upper-case digits', `sha256=${signature.slice('sha256='.length).toUpperCase()}`],
    ['what is not hexadecimal', `sha256=${'z'.repeat(64)}`],
    ['as many characters but more bytes', `sha256=${'é'.repeat(64)}`],
  ])('is refused without an exception for %s', async (_, header) => {
    expect(await verifySignature(secret, body, header)).toBe(false)
  })
})
