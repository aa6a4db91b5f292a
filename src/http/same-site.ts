import type { Config } from '../config.ts'
import { forbidden } from '../errors.ts'

/**
 * Rejects requests that another site's page sends with a user's session. Browsers report the origin of a request; old
 * ones, and those on plain http, only with `Origin`.
 */
export function refuseForeignSite(request: Request, { appUrl, baseUrl }: Pick<Config, 'appUrl' | 'baseUrl'>) {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const site = request.headers.get('sec-fetch-site')
  if (site === 'same-origin') return
  const origin = request.headers.get('origin')
  if (site === null && [appUrl, baseUrl].some((url) => new URL(url).origin === origin)) return
  throw forbidden(`This request did not come from a page of this server. Open Herald at ${appUrl}.`)
}
