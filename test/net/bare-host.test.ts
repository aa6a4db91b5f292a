import { expect, test } from 'bun:test'
import { readBareHost, readHost } from '../../src/net/bare-host.ts'

test.each([
  ['Acme.com', 'acme.com'],
  ['https://www.acme.com:8443/a?b', 'www.acme.com'],
  ['acme.com.', 'acme.com'],
  ['acme', null],
  ['1.2.3.4', null],
])('the host of %j is %j', (text, host) => expect(readHost(text)).toBe(host))

test('a name without www. is bare', () => expect(readBareHost('https://www.acme.com')).toBe('acme.com'))

// The pattern takes quadratic time, so it reads no longer name than DNS has.
test.each([
  ['a name', `a.${'b'.repeat(300)}`],
  ['a URL', `https://acme.com/${'b'.repeat(3_000)}`],
])('%s that is too long has no host', (_, text) => expect(readHost(text)).toBeNull())
