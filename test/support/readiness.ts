import { FetchError } from '../../src/net/fetch-error.ts'
import type { FetchedResponse } from '../../src/net/fetch-response.ts'
import { type Evaluation, evaluate } from '../../src/readiness/evaluate.ts'
import type { SiteFacts } from '../../src/readiness/facts.ts'
import { readFiles } from '../../src/readiness/read-files.ts'
import type { Fetch } from '../../src/readiness/read-response.ts'
import { readSample, readStart } from '../../src/readiness/scan-site.ts'

export const origin = 'https://acme.example'
const feedbackUrl = 'https://herald.example/v1/feedback/acme'

type Answer = {
  status?: number
  type?: string
  headers?: Record<string, string>
  body?: string
  /** Where a redirect leads. */
  to?: string
  /** Why there is no response. */
  failure?: string
}

/** A site by the paths of its pages; null removes one. `*` answers every other path, `md PATH` a request for Markdown. */
export type Pages = Record<string, Answer | null>

const sentence = (count: number) => 'Anvils for every purpose, made and tested by hand. '.repeat(count)

export type Html = {
  title?: string
  description?: string
  head?: string
  body?: string
  h1?: string
  text?: string
}

/** A page that passes the checks on pages, with changes. */
export function html(
  path: string,
  {
    title = `Anvils for you: ${path}`,
    description = `All about ${path}: ${sentence(1)}`,
    head = `<link rel="canonical" href="${origin}${path}">`,
    h1 = '<h1>Anvils</h1>',
    text = `<p>${sentence(6)}</p>`,
    body = '',
  }: Html = {},
): Answer {
  const body_ = `<!doctype html><html><head><title>${title}</title><meta name="description" content="${description}">${head}</head><body>${h1}${text}${body}</body></html>`
  return { type: 'text/html; charset=utf-8', body: body_ }
}

export const text = (body: string, type = 'text/plain'): Answer => ({ type, body })
export const json = (value: unknown): Answer => ({ type: 'application/json', body: JSON.stringify(value) })
export const jsonLd = (value: unknown) =>
  `<script type="application/ld+json">${typeof value === 'string' ? value : JSON.stringify(value)}</script>`
export const organization = jsonLd({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: 'Acme',
})
export const urlset = (...entries: [path: string, date?: string][]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries
    .map(([path, date]) => {
      const lastmod = date ? `<lastmod>${date}</lastmod>` : ''
      return `<url><loc>${path.startsWith('http') ? path : origin + path}</loc>${lastmod}</url>`
    })
    .join('')}</urlset>`

export const startHead = `<link rel="canonical" href="${origin}/">${organization}`

/** A site that passes every check. */
export const good: Pages = {
  '/': {
    ...html('/', { head: startHead }),
    headers: { link: '</docs>; rel="service-doc"', vary: 'Accept' },
  },
  'md /': { ...text('# Anvils', 'text/markdown'), headers: { vary: 'Accept-Encoding, Accept' } },
  '/docs': html('/docs'),
  '/pricing': html('/pricing'),
  '/robots.txt': text(
    `User-agent: *\nContent-Signal: search=yes, ai-input=yes, ai-train=no\nAllow: /\nSitemap: ${origin}/sitemap.xml`,
  ),
  '/sitemap.xml': text(
    urlset(['/', '2026-10-01'], ['/docs', '2026-10-02'], ['/pricing', '2026-10-03']),
    'application/xml',
  ),
  '/llms.txt': text(`# Acme\n\n> Anvils.\n\n## Docs\n\n- [Docs](${origin}/docs): all about anvils\n`),
  '/llms-full.txt': text(`# Acme\n\n## Docs\n\n- [Docs](${origin}/docs)\n\nEverything.\n`),
  '/feedback.md': text(`# Feedback\n\n## Where to send it\n\nPOST ${feedbackUrl}\n`, 'text/markdown'),
  '/.well-known/mcp/server-card.json': json({ name: 'acme', remotes: [{ url: `${origin}/mcp` }] }),
  '/.well-known/agent-card.json': json({ name: 'Acme agent', url: `${origin}/a2a` }),
  '/.well-known/agent-skills/index.json': json({ skills: [{ name: 'anvil' }] }),
  '/.well-known/api-catalog': {
    ...json({ linkset: [{ anchor: `${origin}/api` }] }),
    type: 'application/linkset+json',
  },
  '/.well-known/oauth-protected-resource': json({ resource: `${origin}/api` }),
}

/** Fetches the pages of a site in memory and follows its redirects. */
function fetchFrom(pages: Pages, asked: string[]): Fetch {
  return async (address, { accept = '', maxBytes = 512 * 1024 } = {}) => {
    const hops: FetchedResponse['hops'] = []
    for (let url = new URL(address); ; ) {
      const path = url.origin === origin ? url.pathname + url.search : url.href
      asked.push(path)
      const wanted = accept === 'text/markdown' ? pages[`md ${path}`] : undefined
      const {
        status = 200,
        type = '',
        headers = {},
        body = '',
        to,
        failure,
      } = wanted ?? pages[path] ?? pages['*'] ?? { status: 404, type: 'text/plain', body: 'Not here' }
      if (failure) throw new FetchError('unreachable', failure)
      if (!to) {
        const contentType = type
        const text = body.replaceAll('{path}', path)
        return {
          ...{ url: url.href, status, contentType, hops },
          headers: { ...headers, 'content-type': type },
          text: text.slice(0, maxBytes),
          isCut: text.length > maxBytes,
        }
      }
      hops.push({ url: url.href, status: 301 })
      if (hops.length > 5) throw new FetchError('unusable', 'The page redirects more than 5 times.')
      url = new URL(to, url)
    }
  }
}

/** Scans a site in memory: the good one with changes. */
export async function scanPages(
  changes: Pages = {},
  target = `${origin}/`,
  base = good,
): Promise<{ report: Evaluation; asked: string[]; facts: SiteFacts }> {
  const asked: string[] = []
  const fetch = fetchFrom({ ...base, ...changes }, asked)
  const scanner = { fetch, agent: 'Herald' }
  const start = await readStart(scanner, target)
  const files = await readFiles(fetch, start)
  const sample = await readSample(scanner, start, files)
  // Steps of a job store their facts as JSON.
  const facts = JSON.parse(JSON.stringify({ ...start, ...files, ...sample })) as SiteFacts
  return { report: evaluate(facts, feedbackUrl), asked, facts }
}

/** The result of one check on the good site with changes, with its evidence. */
export async function judge(id: string, changes: Pages, target?: string) {
  const { report } = await scanPages(changes, target)
  const check = report.checks.find((each) => each.id === id)
  return { result: check?.result, evidence: check?.evidence.join(' ') ?? '' }
}
