import { expect, test } from 'bun:test'
import { clientAddress } from '../../src/http/client-address.ts'
import { InternalRequest } from '../../src/http/internal-request.ts'

function addressOf(proxies: number, forwarded: string | null, socket = '10.0.0.1') {
  const headers: Record<string, string> = forwarded === null ? {} : { 'x-forwarded-for': forwarded }
  const request = new Request('http://localhost/', { headers: { ...headers, 'x-real-ip': '9.9.9.9' } })
  return clientAddress(request, { requestIP: () => ({ address: socket }) } as never, proxies)
}

test.each([
  ['without a proxy the socket counts, whatever is claimed', 0, '1.1.1.1', '10.0.0.1'],
  ['behind one proxy, what it saw', 1, '6.6.6.6, 1.1.1.1', '1.1.1.1'],
  ['behind two, what the first of them saw', 2, '6.6.6.6, 1.1.1.1, 10.0.0.2', '1.1.1.1'],
  ['the socket where there are fewer entries', 2, '1.1.1.1', '10.0.0.1'],
  ['the socket where nothing was forwarded, and never X-Real-IP', 1, null, '10.0.0.1'],
  ['the socket where the entry is no address', 1, 'unknown', '10.0.0.1'],
  ['the socket where the entry carries a port', 1, '1.1.1.1:80', '10.0.0.1'],
  ['the network of an IPv6 address', 1, '2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
  ['the IPv4 address that IPv6 wraps', 1, '::ffff:1.1.1.1', '1.1.1.1'],
])('%s', (_, proxies, forwarded, expected) => {
  expect(addressOf(proxies, forwarded)).toBe(expected)
})

test('two addresses of one network count as one', () => {
  expect(addressOf(0, null, '2001:db8::1')).toBe(addressOf(0, null, '2001:db8::ffff:2'))
})

test('a request on behalf of a client counts for that client', () => {
  const request = new InternalRequest(new Request('http://localhost/'), { asker: null, address: '1.2.3.4' })
  expect(clientAddress(request, null, 1)).toBe('1.2.3.4')
})
