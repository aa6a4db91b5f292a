import { siteOf } from '../../net/choose-links.ts'
import { forbidsAll } from '../../net/robots.ts'
import { assistantAgents, searchAgents } from '../agents.ts'
import {
  type Check,
  failed,
  judgePages,
  moreThanHalf,
  type Outcome,
  partial,
  passed,
  quote,
  unread,
} from '../check.ts'
import type { Access, ReadPage, SiteFacts } from '../facts.ts'
import { allowGroup, curl, file } from '../fix.ts'

const reachable: Check = {
  id: 'reachable',
  name: 'Home page loads over HTTPS',
  tier: 'essential',
  weight: 15,
  why: 'Agents give up on pages that fail, redirect often or have no valid https.',
  judge({ start, target }) {
    const { status, finalUrl, hops } = start
    if (status !== 200) return failed(`The home page returned status ${status}.`)
    const extra = countHops([...hops.map(({ url }) => url), finalUrl])
    const way =
      hops.length > 0 ? `${quote(target)} leads to ${quote(finalUrl)}.` : `Status 200 at ${quote(finalUrl)}.`
    if (new URL(finalUrl).protocol !== 'https:') return partial('The page is served over http only.', way)
    return extra <= 1 ? passed(way) : partial(`${extra} redirects.`, way)
  },
  fix: ({ hostname }) => ({
    text: `Serve https://${hostname}/ with status 200 and redirect to it at most once.`,
    code: [
      file(
        'nginx',
        'server {',
        '  listen 80;',
        `  server_name ${hostname};`,
        `  return 301 https://${hostname}$request_uri;`,
        '}',
      ),
      file('Caddy', `${hostname} {`, '  # Caddy redirects http to https itself', '}'),
    ],
    verify: `curl -sIL 'https://${hostname}/'`,
  }),
}

/** Redirects other than to https and between the domain with and without www. */
function countHops(urls: string[]): number {
  const keyOf = (address: string) => {
    const url = new URL(address)
    return `${url.hostname.replace(/^www\./, '')}${url.pathname}${url.search}`
  }
  return urls.slice(1).filter((url, at) => keyOf(url) !== keyOf(urls[at] ?? url)).length
}

const robotsReadable: Check = {
  id: 'robots-readable',
  name: 'robots.txt is valid',
  tier: 'essential',
  weight: 5,
  why: 'Crawlers read robots.txt first. While it fails with a server error, they read nothing.',
  judge({ robots }) {
    if (!robots.isRead) return unread(robots)
    const { status, contentType, groups, isFallback } = robots
    if (forbidsAll(status)) return failed(`robots.txt returned status ${status}: crawlers then read nothing.`)
    if (status >= 400) return passed(`There is no robots.txt (${status}): everything is allowed.`)
    if (status !== 200) return failed(`robots.txt returned status ${status}.`)
    if (isFallback) return failed(`The server returned a page instead of robots.txt (${quote(contentType)}).`)
    if (groups === 0) return partial('The file has no group of rules for any agent.')
    if (!/^text\/plain\b/i.test(contentType)) return partial(`Content type ${quote(contentType)}.`)
    return passed(`Status 200, text/plain, agents named: ${groups}.`)
  },
  fix: (site) => ({
    text: 'Serve robots.txt as text/plain with at least one group.',
    code: [file('robots.txt', 'User-agent: *', 'Allow: /', '', `Sitemap: ${site.origin}/sitemap.xml`)],
    verify: curl(site, '/robots.txt', '-i'),
  }),
}

/** Whether the start page and the sampled pages are allowed for agents. */
function judgeAccess({ robots }: SiteFacts, agents: string[]): Outcome {
  if (!robots.isRead) return unread(robots)
  const rows = robots.access.filter(({ agent }) => agents.includes(agent))
  const refused = rows.filter(({ allowed, checked }) => allowed < checked)
  if (refused.length === 0) return passed(`Allowed: ${agents.join(', ')}.`)
  const evidence = refused.map((row) => describeAccess(row))
  const isNoneAllowed = rows.every(({ allowed }) => allowed === 0)
  return isNoneAllowed ? failed(...evidence) : partial(...evidence)
}

function describeAccess({ agent, allowed, checked, rule }: Access): string {
  const reach = allowed === 0 ? 'no page' : `${allowed} of ${checked} pages`
  return `${agent} may read ${reach}${rule ? `: ${quote(rule)}` : ''}.`
}

const aiSearchAllowed: Check = {
  id: 'ai-search-allowed',
  name: 'AI search crawlers are allowed',
  tier: 'essential',
  weight: 15,
  why: 'AI answers can only cite pages that these crawlers may read.',
  judge: (site) => judgeAccess(site, searchAgents),
  fix: (site) => ({
    text: 'Allow the search crawlers in robots.txt, and remove rules that forbid them.',
    code: [file('robots.txt', allowGroup(searchAgents))],
    verify: curl(site, '/robots.txt'),
  }),
}

const aiAssistantsAllowed: Check = {
  id: 'ai-assistants-allowed',
  name: 'AI assistants are allowed',
  tier: 'essential',
  weight: 10,
  why: 'An assistant fetches a page when its user asks about you. If it is not allowed, it answers without your page.',
  judge: (site) => judgeAccess(site, assistantAgents),
  fix: (site) => ({
    text: 'Allow the assistants in robots.txt, and remove rules that forbid them.',
    code: [file('robots.txt', allowGroup(assistantAgents))],
    verify: curl(site, '/robots.txt'),
  }),
}

const indexable: Check = {
  id: 'indexable',
  name: 'Pages can be indexed',
  tier: 'essential',
  weight: 15,
  why: 'A page marked noindex is left out of search, and of the answers that use it.',
  judge: (site) => judgePages(site, noindexOf, { share: moreThanHalf, ok: 'No page has noindex.' }),
  fix: (site) => ({
    text: 'Remove noindex and none from the robots meta tag and the X-Robots-Tag header of public pages.',
    code: [file('HTML', '<meta name="robots" content="index, follow">')],
    verify: `curl -si '${site.origin}/' | grep -i -E 'x-robots-tag|noindex'`,
  }),
}

/** Agents whose own noindex counts. */
const countedAgents = ['*', 'robots', ...searchAgents.map((agent) => agent.toLowerCase())]
const withValue = ['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']

/** The noindex of a page as evidence; null if it has none. */
function noindexOf({ robotsMeta, robotsTag }: ReadPage): string | null {
  for (const { agent, content } of robotsMeta) {
    const forbids = content.split(',').some((directive) => /^(noindex|none)$/i.test(directive.trim()))
    if (forbids && countedAgents.includes(agent)) return `meta ${agent} ${quote(content)}`
  }
  let agent = '*'
  for (const part of robotsTag.split(',')) {
    const [, prefix = '', rest = ''] = /^\s*([\w-]+)\s*:(.*)$/.exec(part) ?? []
    if (prefix && !withValue.includes(prefix.toLowerCase())) agent = prefix.toLowerCase()
    const directive = (prefix ? rest : part).trim()
    if (/^(noindex|none)$/i.test(directive) && countedAgents.includes(agent))
      return `X-Robots-Tag ${quote(robotsTag)}`
  }
  return null
}

const sitemap: Check = {
  id: 'sitemap',
  name: 'Sitemap',
  tier: 'essential',
  weight: 10,
  why: 'A sitemap lists the pages that exist, so crawlers need not follow links.',
  judge({ sitemap, pages, origin }) {
    if (!sitemap.isRead) return unread(sitemap)
    const { url, status, isFallback, kind, own, foreign, isNamed } = sitemap
    if (status !== 200) return failed(`${quote(url)} returned status ${status}.`)
    if (isFallback) return failed(`${quote(url)} returned a page instead of a sitemap.`)
    if (kind === null) return failed(`${quote(url)} is not a sitemap.`)
    if (own === 0) {
      const host = siteOf(new URL(origin))
      return failed(
        foreign > 0 ? `All ${foreign} addresses are on hosts other than ${host}.` : 'It lists no address.',
      )
    }
    const read = pages.filter((page) => page.isRead)
    const broken = read.filter((page) => page.status !== 200)
    const evidence = `${quote(url)} lists ${own} ${own === 1 ? 'address' : 'addresses'}.`
    if (broken.length * 10 > read.length)
      return partial(
        evidence,
        `${broken.length} of ${read.length} pages that it lists do not answer with 200.`,
      )
    return isNamed ? passed(evidence) : partial(evidence, 'robots.txt does not name it.')
  },
  fix: (site) => ({
    text: 'Publish a sitemap of the pages that exist and name it in robots.txt.',
    code: [
      file('robots.txt', `Sitemap: ${site.origin}/sitemap.xml`),
      file(
        'sitemap.xml',
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
        `  <url><loc>${site.origin}/</loc><lastmod>2026-01-31</lastmod></url>`,
        '</urlset>',
      ),
    ],
    verify: curl(site, '/sitemap.xml', '-i'),
  }),
}

export const accessChecks = [
  reachable,
  robotsReadable,
  aiSearchAllowed,
  aiAssistantsAllowed,
  indexable,
  sitemap,
]
