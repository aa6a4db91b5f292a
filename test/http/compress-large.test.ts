import { expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { compressLarge } from '../../src/http/compress-large.ts'
import type { ResponseSettings } from '../../src/http/public-answer.ts'

const large = { texts: Array.from({ length: 1000 }, (_, number) => `text number ${number}`) }

async function respond(responseValue: unknown, encodings: string | null = 'br, gzip') {
  const set: ResponseSettings = { headers: { Vary: 'Origin' } }
  const headers = encodings === null ? undefined : { 'Accept-Encoding': encodings }
  const request = new Request('http://localhost/', { headers })
  return { response: await compressLarge({ request, responseValue, set }), set }
}

test('a large answer is compressed for a client that accepts gzip', async () => {
  const { response, set } = await respond(large)
  expect(set.headers).toEqual({ Vary: 'Origin, Accept-Encoding', 'Content-Encoding': 'gzip' })
  const body = new Uint8Array((await response?.arrayBuffer()) ?? [])
  expect(body.length).toBeLessThan(JSON.stringify(large).length / 2)
  expect(JSON.parse(gunzipSync(body).toString())).toEqual(large)
})

test.each([
  ['to a client that does not accept gzip', large, 'gzip;q=0'],
  ['to a client that names no encoding', large, null],
  ['if it is small', { texts: [] }, 'gzip'],
  ['if it is a response already', new Response('x'.repeat(100_000)), 'gzip'],
  ['if it is an error', new Error('x'.repeat(100_000)), 'gzip'],
])('an answer is unchanged %s', async (_, value, encodings) => {
  const { response, set } = await respond(value, encodings)
  expect([response, set.headers]).toEqual([undefined, { Vary: 'Origin' }])
})
