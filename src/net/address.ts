import ipaddr from 'ipaddr.js'

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** True if an address is on the public internet; an IPv4 address inside IPv6 is checked itself. */
export function isPublicAddress(address: string): boolean {
  // A zone names a network interface of this machine.
  if (address.includes('%') || !ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast'
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().range() === 'unicast'
  if (parsed.match(nat64)) return new ipaddr.IPv4(parsed.toByteArray().slice(12)).range() === 'unicast'
  return parsed.range() === 'unicast' && parsed.match(globalUnicast)
}
