import type { Config } from '../config.ts'
import { forbidden } from '../errors.ts'

/**
 * Refuses what the page of another site sends in the name of who is signed in here. Browsers say where a request comes
 * from; those that are old, or speak over plain http, say it with `Origin` alone.
 */
export function refuseForeignSite(request: Request, { appUrl, baseUrl }: Pick<Config, 'appUrl' | 'baseUrl'>) {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const site = request.headers.get('sec-fetch-site')
  if (site === 'same-origin') return
  const origin = request.headers.get('origin')
  if (site === null && [appUrl, baseUrl].some((url) => new URL(url).origin === origin)) return
  throw forbidden(`This was not sent by a page of this server: open Herald at ${appUrl}.`)
}
