import { describe, expect, test } from 'bun:test'
import { FetchError } from '../../src/net/fetch-error.ts'
import { readPublicUrl, withScheme } from '../../src/net/public-url.ts'
import { testContext } from '../support/context.ts'

const ctx = await testContext()
const open = await testContext({ allowPrivateNetwork: true })

function refusal(url: string, context = ctx): string {
  try {
    return `accepted as ${readPublicUrl(context, url).href}`
  } catch (error) {
    expect(error).toBeInstanceOf(FetchError)
    expect((error as FetchError).reason).toBe('refused')
    return (error as FetchError).message
  }
}

describe('a public URL', () => {
  test.each([
    ['https://acme.com', 'https://acme.com/'],
    ['http://Acme.com:80/a?b#c', 'http://acme.com/a?b'],
    ['https://acme.com:443/', 'https://acme.com/'],
    ['http://acme.com:443/', 'http://acme.com:443/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['http://93.184.216.34/', 'http://93.184.216.34/'],
  ])('%s is accepted', (given, href) => {
    expect(readPublicUrl(ctx, given).href).toBe(href)
  })

  test.each([
    'ftp://acme.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'acme.com',
    '',
    'http://',
    'http://a b/',
  ])('is http or https: %p is refused', (given) => {
    expect(refusal(given)).toBe('The URL must begin with http or https.')
  })

  test('is no longer than 2048 characters', () => {
    expect(refusal(`https://acme.com/${'a'.repeat(2048)}`)).toBe('The URL must begin with http or https.')
  })

  test.each(['http://user@acme.com/', 'http://user:secret@acme.com/', 'http://:secret@acme.com/'])(
    'has no credentials: %s is refused',
    (given) => {
      expect(refusal(given)).toBe('The URL must not contain a user name or a password.')
      expect(refusal(given, open)).toBe('The URL must not contain a user name or a password.')
    },
  )

  test.each(['http://acme.com:8080/', 'https://acme.com:22/'])(
    'has a port of websites: %s is refused',
    (given) => {
      expect(refusal(given)).toMatch(/^The port \d+ of acme.com is not allowed. Use port 80 or 443.$/)
    },
  )

  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://０x7f.1/',
    'http://0/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fd00:ec2::254]/',
    'http://localhost/',
    'http://localhost./',
    'http://api.localhost/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://router.home.arpa/',
    'http://intranet/',
    'http://build-server/',
  ])('is on the public internet: %s is refused', (given) => {
    expect(refusal(given)).toMatch(/^The host \S+ is not on the public internet.$/)
  })

  test.each([
    "http://a';id;'.acme.com/",
    'http://a$(id).acme.com/',
    'http://a`id`.acme.com/',
    'http://a&b.acme.com/',
    'http://a"b.acme.com/',
    'http://a%27b.acme.com/',
  ])('has no characters in its host that commands interpret: %s is refused', (given) => {
    expect(refusal(given)).toBe('The host name has characters that are not allowed.')
    expect(refusal(given, open)).toBe('The host name has characters that are not allowed.')
  })

  test('may have an underscore in its host', () => {
    expect(readPublicUrl(ctx, 'https://my_docs.acme.com/').href).toBe('https://my_docs.acme.com/')
  })

  test('may be private and on any port if the operator allows it', () => {
    expect(readPublicUrl(open, 'http://127.0.0.1:8080/x').href).toBe('http://127.0.0.1:8080/x')
    expect(readPublicUrl(open, 'http://intranet/').href).toBe('http://intranet/')
    expect(refusal('ftp://intranet/', open)).toBe('The URL must begin with http or https.')
  })
})

test.each([
  ['acme.com', 'https://acme.com'],
  [' acme.com/about ', 'https://acme.com/about'],
  ['http://acme.com', 'http://acme.com'],
  ['ftp://acme.com', 'ftp://acme.com'],
  ['mailto:a@acme.com', 'https://mailto:a@acme.com'],
])('the scheme of %s is optional', (given, url) => {
  expect(withScheme(given)).toBe(url)
})
