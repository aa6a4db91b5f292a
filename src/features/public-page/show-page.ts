import type { Server } from 'bun'
import { loadBundle } from '../../assets/load.ts'
import type { Config } from '../../config.ts'
import { notFound } from '../../errors.ts'
import { answerPublicly, type ResponseSettings, wantsMarkdown, wantsPage } from '../../http/public-answer.ts'
import { drawMissing } from '../../page/document.ts'
import type { Site } from '../../page/view.ts'
import type { OpenSite } from './service.ts'

/** Path parameters are null if they cannot be decoded. */
export type PageRequest = {
  request: Request
  server: Server<unknown> | null
  params: { organization: string | null }
  set: ResponseSettings
}
export type Answer = Response | string

/** Whether a client prefers Markdown; caches must store the response for such clients only. */
export function negotiatesMarkdown({ request, set }: PageRequest): boolean {
  set.headers.Vary = [set.headers.Vary, 'Accept'].filter(Boolean).join(', ')
  return wantsMarkdown(request)
}

export async function filesOf({ basePath }: Config) {
  const { publicStyle } = await loadBundle(basePath)
  return { stylesheet: publicStyle, icon: `${basePath}/swagger/icon.svg` }
}

export function showPage({ request, set }: PageRequest, { site }: OpenSite, page: string): Promise<Answer> {
  return answerPublicly(request, set, {
    type: htmlType,
    body: page,
    headers: { 'Content-Security-Policy': policyOf(page, site) },
  })
}

/** A page for people; programs get the response of any unknown path. */
export async function showMissing(
  config: Config,
  { request, set }: Pick<PageRequest, 'request' | 'set'>,
  site: Site | null,
) {
  if (!wantsPage(request)) throw notFound('Not found')
  const page = drawMissing(site, await filesOf(config))
  set.status = 404
  Object.assign(set.headers, { 'Content-Type': htmlType, 'Content-Security-Policy': policyOf(page, site) })
  return page
}

const htmlType = 'text/html; charset=utf-8'

/**
 * The page loads a stylesheet, its fonts, and images of this server; also those of other sites if the owner allows it.
 * The stylesheet with the brand's color is named by its hash. Without scripts, nothing on the page can connect; audits
 * such as Lighthouse read robots.txt from within it.
 */
function policyOf(page: string, site: Site | null): string {
  const pictures = site?.externalImages && page.includes('<img ') ? "img-src 'self' https:" : "img-src 'self'"
  const [, style] = site?.accent ? (/<style>([^<]*)<\/style>/.exec(page) ?? []) : []
  const hash = style && new Bun.CryptoHasher('sha256').update(style).digest('base64')
  const styles = `style-src 'self'${hash ? ` 'sha256-${hash}'` : ''}`
  return `default-src 'none'; connect-src 'self'; ${styles}; font-src 'self'; ${pictures}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
}
