import { describe, expect, test } from 'bun:test'
import { isPublicAddress } from '../../src/net/address.ts'

describe('an address is public', () => {
  test.each(['1.1.1.1', '93.184.216.34', '2606:4700::1111', '::ffff:93.184.216.34', '64:ff9b::5db8:d822'])(
    '%s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
})

describe('an address is not public', () => {
  test.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['loopback', '127.0.0.1'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['link-local with the metadata service', '169.254.169.254'],
    ['protocol assignments', '192.0.0.8'],
    ['documentation', '203.0.113.7'],
    ['benchmarking', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['IPv6 unspecified', '::'],
    ['IPv6 loopback', '::1'],
    ['IPv6 link-local', 'fe80::1'],
    ['IPv6 with a zone', 'fe80::1%eth0'],
    ['public with a zone', '2606:4700::1111%eth0'],
    ['IPv6 unique-local with a metadata service', 'fd00:ec2::254'],
    ['IPv6 site-local', 'fec0::1'],
    ['IPv6 multicast', 'ff02::1'],
    ['IPv6 documentation', '2001:db8::1'],
    ['IPv6 outside global unicast', '4000::1'],
    ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
    ['IPv4-mapped private in hexadecimal', '::ffff:a00:1'],
    ['IPv4-compatible', '::a00:1'],
    ['IPv4-translated', '::ffff:0:10.0.0.1'],
    ['NAT64 of a private address', '64:ff9b::10.0.0.1'],
    ['NAT64 of a local prefix', '64:ff9b:1::1.1.1.1'],
    ['6to4 of a private address', '2002:a00:1::1'],
    ['Teredo', '2001::1'],
    ['no address', 'example.com'],
  ])('%s: %s', (_kind, address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})
