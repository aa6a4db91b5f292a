import type { Server } from 'bun'
import { Elysia } from 'elysia'
import ipaddr from 'ipaddr.js'
import type { Context } from '../context.ts'

/** Warning about a proxy that TRUST_PROXY does not count. */
export const proxyWarning =
  'A proxy forwards requests, but TRUST_PROXY is 0: all clients share one IP address. Set TRUST_PROXY to the number of proxies.'

/** Detects the first request from a proxy although none is configured, and logs it once. */
export function unknownProxy(ctx: Pick<Context, 'config' | 'log' | 'unknownProxy'>) {
  return new Elysia({ name: 'unknown-proxy' }).onRequest(({ request, server }) => {
    if (ctx.unknownProxy.isSeen || ctx.config.trustProxy > 0 || !isForwarded(request, server)) return
    ctx.unknownProxy.isSeen = true
    ctx.log.warn(proxyWarning)
  })
}

/** True if a peer on this machine or network forwards another address; other peers may send any header. */
function isForwarded(request: Request, server: Pick<Server<unknown>, 'requestIP'> | null): boolean {
  if (!request.headers.has('x-forwarded-for')) return false
  const peer = server?.requestIP(request)?.address ?? ''
  return ipaddr.isValid(peer) && near.includes(ipaddr.process(peer).range())
}

const near = ['loopback', 'private', 'uniqueLocal', 'linkLocal']
