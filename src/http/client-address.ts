import type { Server } from 'bun'
import ipaddr from 'ipaddr.js'
import { InternalRequest } from './internal-request.ts'

/**
 * The address that a caller is counted by: the one that the last of `proxies` trusted ones in front saw, which is that
 * many places from the right of X-Forwarded-For; the socket's where there are fewer, or where that is no address. Of
 * IPv6 the first half counts: the rest is anybody's to choose.
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
