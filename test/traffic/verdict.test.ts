import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { addressFiles } from '../../src/traffic/address-files.ts'
import {
  contains,
  decodeRanges,
  encodeRanges,
  maxPrefixes,
  parseRanges,
} from '../../src/traffic/address-ranges.ts'
import { agents } from '../../src/traffic/agents.ts'
import { type Claim, judgeClaim } from '../../src/traffic/verdict.ts'

const fileOf = (...prefixes: unknown[]) => JSON.stringify({ creationTime: 'any', prefixes })

describe('a file of addresses', () => {
  test('has prefixes as objects or texts, and single addresses', () => {
    const text = fileOf(
      { ipv4Prefix: '66.249.64.0/27', service: 'x' },
      { ipv6Prefix: '2001:4860::/32' },
      '192.0.2.1',
    )
    for (const ranges of [parseRanges(text), decodeRanges(encodeRanges(parseRanges(text)))]) {
      for (const ip of [
        '66.249.64.0',
        '66.249.64.31',
        '::ffff:66.249.64.5',
        '2001:4860:ffff::1',
        '192.0.2.1',
      ])
        expect([ip, contains(ranges, ip)]).toEqual([ip, true])
      for (const ip of [
        '66.249.63.255',
        '66.249.64.32',
        '2001:4861::',
        '192.0.2.2',
        '066.249.064.001',
        '',
        'x',
      ])
        expect([ip, contains(ranges, ip)]).toEqual([ip, false])
    }
  })

  test('may be a bare list, and begin with a byte order mark', () => {
    expect(contains(parseRanges('\uFEFF["192.0.2.0/24"]'), '192.0.2.9')).toBe(true)
  })

  test('has sorted ranges that do not touch', () => {
    const text = fileOf(
      '192.0.2.128/25',
      '192.0.2.0/25',
      '192.0.2.7',
      '192.0.3.0/24',
      '2001:db8:1::/48',
      '2001:db8::/32',
    )
    expect(parseRanges(text).four).toEqual([[0xc0000200, 0xc00003ff]])
    expect(parseRanges(text).six).toHaveLength(1)
  })

  test.each([
    ['HTML', '<!doctype html><title>Not found</title>', 'The file is not JSON.'],
    ['nothing', '', 'The file is not JSON.'],
    ['null', 'null', 'The file has no list of prefixes.'],
    ['no list', '{"prefixes":{}}', 'The file has no list of prefixes.'],
    ['an empty list', fileOf(), 'The file lists no addresses.'],
    ['a number', fileOf(7), 'The file lists values that are not prefixes.'],
    ['all of IPv4', fileOf('192.0.2.0/24', '0.0.0.0/0'), 'The prefix "0.0.0.0/0" covers too many addresses.'],
    ['/11 of IPv4', fileOf('66.224.0.0/11'), 'The prefix "66.224.0.0/11" covers too many addresses.'],
    ['/23 of IPv6', fileOf('2001:4800::/23'), 'The prefix "2001:4800::/23" covers too many addresses.'],
    ['leading zeros', fileOf('066.249.066.001/32'), '"066.249.066.001/32" is not a prefix.'],
    ['a length with a zero', fileOf('66.249.66.1/032'), '"66.249.66.1/032" is not a prefix.'],
    ['a length over 32', fileOf('66.249.66.1/33'), '"66.249.66.1/33" is not a prefix.'],
    ['a mapped prefix', fileOf('::ffff:66.249.66.1/96'), '"::ffff:66.249.66.1/96" is not a prefix.'],
    [
      'a mapped prefix in hexadecimal',
      fileOf('::ffff:42f9:4201/128'),
      '"::ffff:42f9:4201/128" is not a prefix.',
    ],
    ['a terminal escape', fileOf('\u001b[31m'), '"?[31m" is not a prefix.'],
    [
      'too many prefixes',
      fileOf(...Array.from({ length: maxPrefixes + 1 }, () => '192.0.2.1')),
      'The file lists more than 5000 prefixes.',
    ],
    ['too many bytes', ' '.repeat(3 * 1024 * 1024), 'The file is too long.'],
  ])('is refused as a whole with %s', (_, text, reason) => {
    expect(() => parseRanges(text)).toThrow(reason)
  })

  test('finds the addresses that a comparison with each prefix finds', () => {
    const four = fc.tuple(fc.ipV4(), fc.integer({ min: 12, max: 32 })).map(([ip, bits]) => `${ip}/${bits}`)
    fc.assert(
      fc.property(fc.array(four, { minLength: 1, maxLength: 20 }), fc.ipV4(), (prefixes, other) => {
        const ranges = parseRanges(fileOf(...prefixes))
        for (const ip of [other, ...prefixes.map((prefix) => prefix.split('/')[0] ?? '')]) {
          const parsed = ipaddr.IPv4.parse(ip)
          const expected = prefixes.some((prefix) => parsed.match(ipaddr.IPv4.parseCIDR(prefix)))
          expect(contains(ranges, ip)).toBe(expected)
        }
      }),
    )
  })
})

describe('the list of files', () => {
  test('names each file once, and sources of the table only', () => {
    const sources = new Set(agents.map(({ source }) => source))
    expect(new Set(addressFiles.map(({ id }) => id)).size).toBe(addressFiles.length)
    for (const file of addressFiles) {
      expect(file.sources.filter((source) => !sources.has(source))).toEqual([])
      expect(file.only.filter((source) => !file.sources.includes(source))).toEqual([])
    }
  })

  test('never contradicts an assistant, which may run on the device of its user', () => {
    const assistants = agents.filter(({ category }) => category === 'assistant-browse')
    const only = addressFiles.flatMap((file) => file.only)
    expect(assistants.filter(({ source }) => only.includes(source))).toEqual([])
  })
})

describe('a verdict', () => {
  const at = new Date('2026-11-24T12:00:00Z')
  const days = (count: number) => new Date(at.getTime() - count * 86_400_000)
  const fetched = (fetchedAt: Date) =>
    new Map(addressFiles.map(({ id }) => [id, { ranges: parseRanges(fileOf('66.249.64.0/24')), fetchedAt }]))
  const claim = (parts: Partial<Claim> = {}): Claim => ({
    source: 'gptbot',
    ip: '66.249.64.9',
    at,
    files: fetched(days(1)),
    isProvenHost: true,
    ...parts,
  })
  const foreign = '203.1.2.3'

  test.each<[string, Partial<Claim>]>([
    ['inside the ranges', {}],
    ['inside the ranges of an old file', { files: fetched(days(400)) }],
    ['inside the ranges, at a host that proved nothing before', { isProvenHost: false }],
    ['for an assistant inside the ranges', { source: 'chatgpt-user' }],
  ])('is verified %s', (_, parts) => {
    expect(judgeClaim(claim(parts))).toBe('verified')
  })

  test.each<[string, Partial<Claim>]>([
    ['a training crawler', {}],
    ['a search crawler', { source: 'claude-searchbot' }],
    ['a file of 14 days ago', { files: fetched(days(14)) }],
  ])('is contradicted outside the ranges for %s', (_, parts) => {
    expect(judgeClaim(claim({ ip: foreign, ...parts }))).toBe('contradicted')
  })

  test.each<[string, Partial<Claim>]>([
    ['with a file that was fetched 15 days later', { files: fetched(days(-15)) }],
    ['without a file', { files: new Map() }],
    ['with a file of 15 days ago', { files: fetched(days(15)) }],
    ['for an assistant', { source: 'claude-user' }],
    ['for a vendor that does not keep its file current', { source: 'perplexitybot' }],
    ['for an agent without a file', { source: 'bytespider' }],
    ['at a host that proved no address', { isProvenHost: false }],
    ['for a private address', { ip: '10.0.0.1' }],
    ['for a mapped private address', { ip: '::ffff:10.0.0.1' }],
    ['for leading zeros', { ip: '0203.1.2.3' }],
    ['without an address', { ip: null }],
  ])('is unknown outside the ranges %s', (_, parts) => {
    expect(judgeClaim(claim({ ip: foreign, ...parts }))).toBe('unknown')
  })
})
