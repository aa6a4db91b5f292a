import ipaddr from 'ipaddr.js'

/** An address of a visitor: IPv4 as a number of 32 bits, IPv6 as one of 128. */
export type Address = { family: 4; value: number } | { family: 6; value: bigint }

const mapped = 0xffffn

/** Reads an address; an IPv4 address inside IPv6 counts as itself. Null for leading zeros, zones and other texts. */
export function parseAddress(text: string): Address | null {
  if (text.length > 45 || text.includes('%')) return null
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return { family: 4, value: readFourParts(text) }
  if (!text.includes(':') || !ipaddr.IPv6.isValid(text)) return null
  const tail = text.slice(text.lastIndexOf(':') + 1)
  if (tail.includes('.') && !ipaddr.IPv4.isValidFourPartDecimal(tail)) return null
  let value = 0n
  for (const part of ipaddr.IPv6.parse(text).parts) value = (value << 16n) | BigInt(part)
  if (value >> 32n === mapped) return { family: 4, value: Number(value & 0xffffffffn) }
  return { family: 6, value }
}

function readFourParts(text: string): number {
  let value = 0
  for (const part of text.split('.')) value = value * 256 + Number(part)
  return value
}
