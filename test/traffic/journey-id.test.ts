import { describe, expect, test } from 'bun:test'
import { parseAddress } from '../../src/traffic/address.ts'
import {
  decodeJourneyId,
  encodeJourneyId,
  fingerprintJourney,
  type JourneyRequest,
  splitJourneyMark,
} from '../../src/traffic/journey-id.ts'

const salt = new Uint8Array(32).fill(7)
const at = new Date('2026-11-24T12:00:00Z')

function journey(parts: Partial<JourneyRequest>) {
  const bytes = fingerprintJourney({
    salt,
    source: 'gptbot',
    category: 'training-crawler',
    ip: '192.0.2.1',
    at,
    ...parts,
  })
  return bytes && decodeJourneyId(bytes)
}

describe('the fingerprint of a journey', () => {
  test('is f_ and 16 hex digits', () => {
    expect(journey({})).toMatch(/^f_[0-9a-f]{16}$/)
  })

  test.each<[string, Partial<JourneyRequest>]>([
    ['the last number of IPv4', { ip: '192.0.2.250' }],
    ['29 minutes', { at: new Date('2026-11-24T12:29:59Z') }],
    ['an IPv4 address in IPv6 form', { ip: '::ffff:192.0.2.9' }],
    ['another crawler category', { category: 'search-index' }],
  ])('is the same for a crawler after %s', (_, parts) => {
    expect(journey(parts)).toBe(journey({}))
  })

  test.each<[string, Partial<JourneyRequest>]>([
    ['source', { source: 'ccbot' }],
    ['network', { ip: '192.0.3.1' }],
    ['half hour', { at: new Date('2026-11-24T12:30:00Z') }],
    ['salt', { salt: new Uint8Array(32).fill(8) }],
  ])('differs with another %s', (_, parts) => {
    expect(journey(parts)).not.toBe(journey({}))
  })

  test('takes the first four groups of IPv6', () => {
    const first = journey({ ip: '2001:db8:1:2:3::1' })
    expect(journey({ ip: '2001:db8:1:2:ffff::9' })).toBe(first)
    expect(journey({ ip: '2001:db8:1:3::1' })).not.toBe(first)
  })

  test('takes the whole address and ten minutes for a user’s assistant', () => {
    const assistant = (parts: Partial<JourneyRequest>) => journey({ category: 'assistant-browse', ...parts })
    expect(assistant({ at: new Date('2026-11-24T12:09:59Z') })).toBe(assistant({}))
    expect(assistant({ at: new Date('2026-11-24T12:10:00Z') })).not.toBe(assistant({}))
    expect(assistant({ ip: '192.0.2.2' })).not.toBe(assistant({}))
  })

  test.each([null, '', 'localhost', '066.249.066.001', 'fe80::1%eth0'])(
    'is null for the address %p',
    (ip) => {
      expect(journey({ ip })).toBeNull()
    },
  )
})

describe('addresses', () => {
  test.each([
    ['66.249.66.1', { family: 4, value: 0x42f94201 }],
    ['255.255.255.255', { family: 4, value: 0xffffffff }],
    ['::ffff:66.249.66.1', { family: 4, value: 0x42f94201 }],
    ['::FFFF:42f9:4201', { family: 4, value: 0x42f94201 }],
    ['2001:db8::1', { family: 6, value: 0x20010db8000000000000000000000001n }],
  ] as const)('%s is read', (text, expected) => {
    expect(parseAddress(text)).toEqual(expected)
  })

  test.each([
    '066.249.066.001',
    '::ffff:066.249.066.001',
    '0x42.249.66.1',
    '66.249.1',
    '1114194433',
    '66.249.66.256',
    ' 66.249.66.1',
    '66.249.66.1:443',
    '[2001:db8::1]',
    'fe80::1%eth0',
    '1:2:3:4:5:6:7:8:9',
    ':'.repeat(100),
    '',
  ])('%p is refused', (text) => {
    expect(parseAddress(text)).toBeNull()
  })
})

describe('a journey that a link names', () => {
  test('is n_ and the parameter, which leaves the URL', () => {
    const { journeyId, url } = splitJourneyMark(new URL('https://example.com/a?x=1&ntr=ab_C-9&y=2'))
    expect(journeyId).toBe('n_ab_C-9')
    expect(url.href).toBe('https://example.com/a?x=1&y=2')
  })

  test('is null for other texts, which leave the URL too', () => {
    for (const id of ['', '<script>', 'a'.repeat(65), 'a b']) {
      const { journeyId, url } = splitJourneyMark(
        new URL(`https://example.com/?ntr=${encodeURIComponent(id)}`),
      )
      expect([id, journeyId, url.search]).toEqual([id, null, ''])
    }
    expect(splitJourneyMark(new URL('https://example.com/')).journeyId).toBeNull()
  })
})

describe('the stored form of a journey id', () => {
  test.each([
    'f_ffffffffffffffff',
    'f_0000000000000000',
    'n_a',
    'n_12345678',
    'n_123456789',
    `n_${'z'.repeat(64)}`,
  ])('%s is read again unchanged', (id) => {
    const bytes = encodeJourneyId(id)
    expect(bytes).not.toBeNull()
    expect(bytes && decodeJourneyId(bytes)).toBe(id)
  })

  test('a fingerprint takes eight bytes', () => {
    expect(encodeJourneyId('f_0123456789abcdef')).toEqual(
      new Uint8Array([0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef]),
    )
  })

  test.each(['', 'f_', 'f_XYZ', 'f_0123456789ABCDEF', 'n_', 'n_<b>', 'x_0123456789abcdef'])(
    '%p has none',
    (id) => {
      expect(encodeJourneyId(id)).toBeNull()
    },
  )
})
