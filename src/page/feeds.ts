import { generateAtomFeed, generateJsonFeed, generateRssFeed } from 'feedsmith'
import { withImageUrls } from '../image/address.ts'
import { decodeEntities } from '../markdown/escape.ts'
import { runAtOnce } from '../slices.ts'
import { readTeaser, splitContent } from './content.ts'
import { type FeedFile, listNames, maxFeedContent } from './document.ts'
import { type Entry, type Site, urlOf } from './view.ts'

/** The newest posts of a site; `url` is the feed's URL, `homeUrl` that of the page, `lastingUrl` its name for ever. */
export type Feed = { site: Site; entries: Entry[]; url: string; homeUrl: string; lastingUrl: string }

export const writers: Record<FeedFile, (feed: Feed) => string> = {
  'feed.xml': writeAtom,
  'rss.xml': writeRss,
  'feed.json': writeJson,
}

function writeAtom({ site, entries, url, homeUrl, lastingUrl }: Feed): string {
  const contents = contentsOf(site, entries)
  return generateAtomFeed({
    id: lastingUrl,
    title: plain(site.name),
    updated: lastChange(site, entries),
    authors: [{ name: clean(site.name), uri: urlOf(site, site.home) }],
    links: [
      { href: homeUrl, rel: 'alternate', type: 'text/html' },
      { href: url, rel: 'self', type: 'application/atom+xml' },
    ],
    entries: entries.map((entry, at) => ({
      id: entry.lastingUrl,
      title: plain(entry.title),
      links: [{ href: urlOf(site, entry.path), rel: 'alternate', type: 'text/html' }],
      published: entry.publishedAt,
      updated: entry.changedAt,
      categories: [{ term: entry.kind, label: listNames[entry.kind] }],
      summary: plain(summaryOf(entry)),
      ...(contents[at] && { content: { value: contents[at], type: 'html' } }),
    })),
  })
}

function writeRss({ site, entries, url, homeUrl }: Feed): string {
  const contents = contentsOf(site, entries)
  return generateRssFeed({
    title: clean(site.name),
    link: homeUrl,
    description: `Updates from ${clean(site.name)}`,
    lastBuildDate: lastChange(site, entries),
    atom: { links: [{ href: url, rel: 'self', type: 'application/rss+xml' }] },
    items: entries.map((entry, at) => ({
      title: clean(entry.title),
      link: urlOf(site, entry.path),
      guid: { value: entry.lastingUrl, isPermaLink: false },
      pubDate: entry.publishedAt,
      categories: [{ name: listNames[entry.kind] }],
      // Interpreted as HTML, unlike the summaries of the other two formats.
      description: Bun.escapeHTML(summaryOf(entry)),
      ...(contents[at] && { content: { encoded: contents[at] } }),
    })),
  })
}

function writeJson({ site, entries, url, homeUrl }: Feed): string {
  const contents = contentsOf(site, entries)
  const items = entries.map((entry, at) => ({
    id: entry.lastingUrl,
    url: urlOf(site, entry.path),
    title: clean(entry.title),
    summary: summaryOf(entry),
    content_html: contents[at] ?? Bun.escapeHTML(summaryOf(entry)),
    date_published: entry.publishedAt,
    date_modified: entry.changedAt,
    tags: [listNames[entry.kind]],
  }))
  const authors = [{ name: clean(site.name), url: urlOf(site, site.home) }]
  const head = { title: clean(site.name), home_page_url: homeUrl, feed_url: url, authors }
  const feed = generateJsonFeed({ ...head, items }) as object
  // The library omits an empty list of items, but the format requires one.
  return JSON.stringify(items.length > 0 ? feed : { ...feed, items })
}

const plain = (text: string) => ({ value: clean(text), type: 'text' })

/** Number of characters read for a summary, as in lists. */
const beginning = 20_000

const summaryOf = ({ content, title }: Entry) =>
  clean(readTeaser(content.slice(0, beginning)).summary ?? title)

function lastChange({ createdAt }: Site, entries: Entry[]): Date {
  return new Date(Math.max(createdAt.getTime(), ...entries.map(({ changedAt }) => changedAt.getTime())))
}

/** The HTML of the first posts that fit in a feed; null for the others. */
function contentsOf(site: Site, entries: Entry[]): (string | null)[] {
  let left = maxFeedContent
  return entries.map((entry) => {
    left -= entry.content.length
    return left < 0 ? null : contentOf(site, entry)
  })
}

/** A post's HTML for use on other hosts: relative links are made absolute. */
function contentOf({ origin, root }: Site, { content, path }: Entry): string {
  const parts = runAtOnce(splitContent(withImageUrls(clean(content), origin + root))).map((part, at) =>
    at % 2 === 1 ? part.replace(relative, resolve) : part,
  )
  return parts.join('')

  function resolve(whole: string, name: string, address: string) {
    const resolved = URL.parse(decodeEntities(address), origin + path)
    return resolved ? ` ${name}="${Bun.escapeHTML(resolved.href)}"` : whole
  }
}

const relative = / (href|src)="(?![a-z][a-z0-9+.-]*:)([^"]*)"/gi

/** Text that XML can contain: it allows three control characters. */
function clean(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
}
