import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { builtIn } from '../built-in.ts'
import { hostOf } from './public-url.ts'

type Request = {
  headers: Record<string, string>
  signal: AbortSignal
  ca?: string
  /** Sent by POST; without it the request is a GET. */
  body?: string
}

/** Sends a request for a URL to one address and returns the response before its body. */
export type SendToAddress = (url: URL, address: string, request: Request) => Promise<IncomingMessage>

/**
 * Connects to the address itself, so the name is not resolved a second time; the name is in the Host header, and the
 * certificate must match it. Bun's fetch cannot do this.
 */
export const open: SendToAddress = (url, address, { headers, signal, ca, body }) =>
  new Promise((resolve, reject) => {
    const isSecure = url.protocol === 'https:'
    const host = hostOf(url)
    const request = (isSecure ? builtIn.https : builtIn.http).request(
      {
        host: address,
        port: url.port || (isSecure ? 443 : 80),
        method: body === undefined ? 'GET' : 'POST',
        path: url.pathname + url.search,
        headers: { ...headers, Host: url.host },
        signal,
        // A pooled connection belongs to an address, not to a name.
        agent: false,
        ...(isSecure ? { servername: isIP(host) ? undefined : host, ca } : {}),
      },
      resolve,
    )
    request.on('error', reject)
    request.end(body)
  })
