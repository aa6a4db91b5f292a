import { expect, test } from 'bun:test'
import { readConfig, serverUrl } from '../src/config.ts'

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['localhost', 'http://localhost:3000'],
  ['::1', 'http://[::1]:3000'],
])('a server on %s is asked at %s', (host, url) => {
  expect(serverUrl(host, 3000)).toBe(url)
})

test.each([
  [{ PORT: 'abc' }, 'PORT must be a number from 0 to 65535, not "abc".'],
  [{ BASE_URL: 'nonsense' }, 'BASE_URL must be an http or https URL, not "nonsense".'],
  [{ TRUST_PROXY: 'maybe' }, 'TRUST_PROXY must be true or false, not "maybe".'],
])('%p is refused with a sentence that names the variable', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
})
