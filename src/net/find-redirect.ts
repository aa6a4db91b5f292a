import type { Context } from '../context.ts'
import { open, type SendToAddress } from './open.ts'
import { readPublicUrl } from './public-url.ts'
import { type Resolve, resolveHost, resolvePublic } from './resolve.ts'

type Network = { resolve?: Resolve; open?: SendToAddress }

/**
 * The redirect target of a public address, from its first response only; null if it does not redirect. Throws like
 * `fetchPage`.
 */
export async function findRedirect(
  ctx: Pick<Context, 'config'>,
  address: string,
  signal: AbortSignal,
  network: Network = {},
): Promise<string | null> {
  const url = readPublicUrl(ctx, address)
  const [first] = await resolvePublic(ctx, url, network.resolve ?? resolveHost)
  const answer = await (network.open ?? open)(url, first as string, { headers: {}, signal })
  answer.destroy()
  const { statusCode = 0, headers } = answer
  if (statusCode < 300 || statusCode > 399 || !headers.location) return null
  return URL.parse(headers.location, url.href)?.href ?? null
}
