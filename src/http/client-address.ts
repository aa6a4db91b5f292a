import type { Server } from 'bun'

/** The caller's address: from the socket, or from the proxy where one is trusted. */
export function clientAddress(request: Request, server: Server<unknown> | null, trustProxy: boolean): string {
  if (trustProxy) {
    const forwarded = request.headers.get('x-forwarded-for')?.split(',')[0]?.trim()
    const address = forwarded || request.headers.get('x-real-ip')?.trim()
    if (address) return address
  }
  return server?.requestIP(request)?.address ?? 'unknown'
}
