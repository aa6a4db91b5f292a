import { escapeMarkdown } from '../markdown/escape.ts'
import { readTeaser } from './content.ts'
import { dayOf, type Entry, type Site, urlOf } from './view.ts'

/** A post in the sitemap. */
export type Address = { path: string; changedAt: Date }

/** The sitemap of a site: its list, and posts. */
export function writeSitemap(site: Site, addresses: Address[]): string {
  const place = (path: string, changedAt: Date | undefined) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    return `<url><loc>${Bun.escapeHTML(urlOf(site, path))}</loc>${changed}</url>`
  }
  const newest = addresses.length > 0 ? Math.max(...addresses.map((each) => each.changedAt.getTime())) : null
  const places = [
    place(site.home, newest === null ? undefined : new Date(newest)),
    ...addresses.map(({ path, changedAt }) => place(path, changedAt)),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${places.join('\n')}
</urlset>
`
}

/** What programs may read at its own domain: everything. */
export const writeRobots = ({ url }: Site): string => `User-agent: *\nAllow: /\nSitemap: ${url}/sitemap.xml\n`

/** The list of posts as Markdown for language models, each with the address of its Markdown (llmstxt.org). */
export function writeLlms(site: Site, lead: string, entries: Entry[]): string {
  const lines = entries.map((entry) => {
    const { summary } = readTeaser(entry.content)
    const note = [dayOf(entry.publishedAt), summary && escapeMarkdown(summary)].filter(Boolean).join(': ')
    return `- [${escapeMarkdown(entry.title)}](${urlOf(site, entry.path)}.md): ${note}`
  })
  return [
    `# ${escapeMarkdown(site.name)}`,
    `> ${escapeMarkdown(lead)}`,
    ...(lines.length > 0 ? [`## Posts\n\n${lines.join('\n')}`] : []),
    `## Optional\n\n- [Sitemap](${site.url}/sitemap.xml): all posts\n- [Atom feed](${site.url}/feed.xml): the newest posts`,
  ]
    .join('\n\n')
    .concat('\n')
}

/** A post as Markdown below its title and date. A title that its text repeats is shown once. */
export function writeMarkdownPost(title: string, publishedAt: Date, markdown: string): string {
  const [, first = ''] = /^\s*# +([^\n]+)/.exec(markdown) ?? []
  const heading = `# ${escapeMarkdown(title)}`
  const text = first.trim() === title ? markdown.replace(/^\s*# +[^\n]+\n*/, '') : markdown
  return `${heading}\n\n${dayOf(publishedAt)}\n\n${text.trim()}\n`
}
