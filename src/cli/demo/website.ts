import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { atomically } from '../../db/client.ts'
import { briefs } from '../../features/geo/briefs/table.ts'
import { complete } from '../../features/geo/readiness/record.ts'
import { readinessReports } from '../../features/geo/readiness/table.ts'
import { sitemapPages, sitemaps } from '../../features/geo/sitemaps/table.ts'
import { agentName } from '../../net/fetch-page.ts'
import { type Evaluation, evaluate } from '../../readiness/evaluate.ts'
import { readFiles } from '../../readiness/read-files.ts'
import type { Fetch } from '../../readiness/read-response.ts'
import { readSample, readStart } from '../../readiness/scan-site.ts'
import { acme } from './questions.ts'

/** How often Herald reads a sitemap again. */
const weekMilliseconds = 7 * 24 * 60 * 60 * 1000

const origin = `https://${acme.domain}`

/** Scans the made-up website of the sample with the real rules and stores the report. */
export async function fillReadiness(ctx: Context, projectId: string, feedbackUrl: string): Promise<void> {
  const id = crypto.randomUUID()
  const row = { id, projectId, targetUrl: origin, status: 'running' as const, createdAt: ctx.now() }
  await atomically(ctx.db, [
    ctx.db.insert(readinessReports).values(row),
    ...complete(ctx, row, await scanSample(feedbackUrl)),
  ])
}

/** Stores the sitemap of the sample as read, for the briefs of its project too. */
export async function fillSitemap(ctx: Context, projectId: string): Promise<void> {
  const now = ctx.now()
  const id = crypto.randomUUID()
  await ctx.db.insert(sitemaps).values({
    ...{ id, projectId, url: `${origin}/sitemap.xml`, status: 'ready', pages: paths.length },
    ...{ fetchedAt: now, nextFetchAt: new Date(now.getTime() + weekMilliseconds), createdAt: now },
  })
  const pages = paths.map((path, place) => ({
    ...{ sitemapId: id, url: `${origin}${path}`, place },
    ...{ title: titles[path] ?? null, text: titles[path] ?? null },
  }))
  await ctx.db.insert(sitemapPages).values(pages)
  await ctx.db.update(briefs).set({ sitemapId: id }).where(eq(briefs.projectId, projectId))
}

async function scanSample(feedbackUrl: string): Promise<Evaluation> {
  const scanner = { fetch, agent: agentName }
  const start = await readStart(scanner, origin)
  const files = await readFiles(fetch, start)
  const sample = await readSample(scanner, start, files)
  return evaluate({ ...start, ...files, ...sample }, feedbackUrl)
}

/** Answers from the pages below; nothing leaves this machine. */
const fetch: Fetch = async (address) => {
  const url = new URL(address)
  const page = url.origin === origin ? site.get(url.pathname) : undefined
  const { contentType, text } = page ?? { contentType: 'text/html', text: 'This page does not exist.' }
  return {
    ...{ url: url.href, status: page ? 200 : 404, contentType, text, isCut: false, hops: [] },
    headers: { 'content-type': contentType },
  }
}

const paths = ['/', '/install', '/how-it-works', '/docs/webhooks', '/docs/github', '/pricing', '/changelog']
/** Faults of the sample: a title that occurs twice, and pages without a description. */
const titles: Record<string, string> = {
  '/': 'Acme: changelogs from merged pull requests',
  '/install': 'Install Acme on your own server',
  '/how-it-works': 'How Acme writes a changelog',
  '/docs/webhooks': 'Acme documentation: how to connect',
  '/docs/github': 'Acme documentation: how to connect',
  '/pricing': 'Pricing of Acme',
  '/changelog': 'Changelog of Acme itself',
}
const described = ['/', '/install', '/how-it-works', '/pricing']

function pageOf(path: string) {
  const title = titles[path] ?? path
  const description = `<meta name="description" content="${title}. Acme turns merged pull requests into drafts that a person reviews before they are published.">`
  return `<!doctype html><html lang="en"><head><title>${title}</title>
<link rel="canonical" href="${origin}${path}">${described.includes(path) ? description : ''}</head>
<body><h1>${title}</h1>
<p>${'Acme reads the pull requests that you merge, sorts them by what they change, and writes a draft for review. '.repeat(6)}</p>
<nav>${paths.map((each) => `<a href="${each}">${titles[each]}</a>`).join(' ')}</nav></body></html>`
}

const sitemap = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
  .map((path) => `<url><loc>${origin}${path}</loc></url>`)
  .join('')}</urlset>`

const llms = `# Acme

> A self-hosted server that turns merged pull requests into changelogs.

## Documentation

- [Install](${origin}/install): requirements and first start
- [GitHub](${origin}/docs/github): connect a repository
`

const robots = `User-agent: *
Allow: /

User-agent: PerplexityBot
Disallow: /docs/

Sitemap: ${origin}/sitemap.xml
`

type SamplePage = { contentType: string; text: string }

const site = new Map<string, SamplePage>([
  ...paths.map((path) => [path, { contentType: 'text/html', text: pageOf(path) }] as const),
  ['/robots.txt', { contentType: 'text/plain', text: robots }],
  ['/sitemap.xml', { contentType: 'application/xml', text: sitemap }],
  ['/llms.txt', { contentType: 'text/plain', text: llms }],
])
