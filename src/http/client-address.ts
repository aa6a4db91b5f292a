import type { Server } from 'bun'

/** No address is longer; what a proxy says is cut to it. */
const longest = 64

/** A request that this process sends to itself on behalf of somebody at an address. */
export class RequestOnBehalf extends Request {
  constructor(
    request: Request,
    readonly address: string,
  ) {
    super(request)
  }
}

/** The caller's address: from the socket, or from the proxy where one is trusted. */
export function clientAddress(request: Request, server: Server<unknown> | null, trustProxy: boolean): string {
  if (request instanceof RequestOnBehalf) return request.address
  if (trustProxy) {
    const forwarded = request.headers.get('x-forwarded-for')?.split(',')[0]?.trim()
    const address = forwarded || request.headers.get('x-real-ip')?.trim()
    if (address) return address.slice(0, longest)
  }
  return server?.requestIP(request)?.address ?? 'unknown'
}
