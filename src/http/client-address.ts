import type { Server } from 'bun'
import ipaddr from 'ipaddr.js'
import { InternalRequest } from './internal-request.ts'

/**
 * The address that identifies a caller for rate limits: the one that the last of `proxies` trusted proxies saw, which
 * is that many entries from the right of X-Forwarded-For; the socket's address if there are fewer entries, or if that
 * entry is not an address. Only the first half of an IPv6 address counts, since a client can choose the rest.
 */
export function clientAddress(request: Request, server: Server<unknown> | null, proxies: number): string {
  if (request instanceof InternalRequest) return request.behalf.address
  const socket = server?.requestIP(request)?.address ?? 'unknown'
  const forwarded = proxies > 0 ? (request.headers.get('x-forwarded-for')?.split(',') ?? []) : []
  return networkOf(forwarded.at(-proxies)?.trim() ?? '') ?? networkOf(socket) ?? socket
}

function networkOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return null
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0])}/64`
}
