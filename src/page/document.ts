import { mediaType, readImagePath } from '../image/address.ts'
import { type Accent, toCss } from './accent.ts'
import { type Html, html, trust } from './html.ts'
import { type Filter, type Kind, kinds, type Site, urlOf } from './view.ts'

/** Paths of the files that a page loads. */
export type Files = { stylesheet: string; icon: string }

export type Page = {
  site: Site
  title: string
  description: string
  /** The canonical path. */
  path: string
  /** The kind of the listed posts, `all` for every kind, null if it is not a list. */
  listed: Kind | 'all' | null
  /** Metadata of this page for search engines and link previews. */
  head: Html
  main: Html
}

export const listNames: Record<Kind | 'all', string> = {
  all: 'All',
  changelog: 'Changelog',
  blog_post: 'Blog',
}

/** The feeds of a site, by file name. */
export const feeds = {
  'feed.xml': { name: 'Atom', type: 'application/atom+xml' },
  'rss.xml': { name: 'RSS', type: 'application/rss+xml' },
  'feed.json': { name: 'JSON Feed', type: 'application/feed+json' },
}
export type FeedFile = keyof typeof feeds
/** Maximum HTML of a feed, in characters; later posts have only summaries. */
export const maxFeedContent = 300_000

const feedFiles = Object.keys(feeds) as FeedFile[]

/** A whole page: metadata, the organization's name, its lists and feeds. */
export function drawDocument(
  { site, title, description, path, listed, head, main }: Page,
  files: Files,
): string {
  const pageTitle = `${title} · ${site.name}`
  return drawFrame(
    withIcon(files, site),
    html`
      <title>${pageTitle}</title>
      <meta name="description" content="${description}">
      <link rel="canonical" href="${urlOf(site, path)}">
      <meta property="og:site_name" content="${site.name}">
      <meta property="og:title" content="${title}">
      <meta property="og:description" content="${description}">
      <meta property="og:url" content="${urlOf(site, path)}">
      ${head}
      <link rel="sitemap" type="application/xml" href="${site.path}/sitemap.xml">
      ${site.accent && drawAccent(site.accent)}
      ${feedFiles.map(
        (file) => html`
          <link rel="alternate" type="${feeds[file].type}" title="${site.name}: ${feeds[file].name}"
            href="${site.path}/${file}">`,
      )}`,
    html`
      ${drawMast(site, listed)}
      <main id="main" tabindex="-1">${main}</main>
      <footer>
        ${feedFiles.map((file) => html`<a href="${site.path}/${file}">${feeds[file].name}</a>`)}
        <span class="end">Written with Herald</span>
      </footer>`,
  )
}

/** The stylesheet with the brand's color. */
const drawAccent = (accent: Accent) => html`<style>${trust(`:root{--color-accent:${toCss(accent)}}`)}</style>`

/** The page for 404: identical for a path that never existed, a draft, and a disabled site. */
export function drawMissing(site: Site | null, files: Files): string {
  return drawFrame(
    withIcon(files, site),
    html`<title>Not found${site && ` · ${site.name}`}</title><meta name="robots" content="noindex">`,
    html`
      ${site && drawMast(site, null)}
      <main id="main" tabindex="-1">
        <div class="lead"><h1>Not found</h1><p>This page does not exist or is not published.</p></div>
        ${site && html`<p class="onward"><a href="${site.home}">All posts of <bdi>${site.name}</bdi></a></p>`}
      </main>`,
  )
}

const withIcon = (files: Files, site: Site | null): Files =>
  site?.icon ? { ...files, icon: site.root + site.icon } : files

/** The frame of every page outside the dashboard: its head, its stylesheet and its body. */
export function drawFrame({ stylesheet, icon }: Files, head: Html, body: Html): string {
  return html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        ${head}
        <link rel="icon" href="${icon}" type="${typeOfIcon(icon)}">
        <link rel="stylesheet" href="${stylesheet}">
      </head>
      <body class="public">
        <a class="skip" href="#main">Skip to content</a>
        <div class="wrap">${body}</div>
      </body>
    </html>`.source
}

/** The type of an icon by its path: an uploaded image, or Herald's own drawing. */
function typeOfIcon(icon: string): string {
  const image = readImagePath(icon.slice(icon.lastIndexOf('/i/')))
  return image ? mediaType(image.type) : 'image/svg+xml'
}

/** The name of a site: a wide logo replaces it, a square one is drawn before it. */
function drawName({ name, root, logo }: Site): Html {
  const image = logo === null ? null : readImagePath(logo)
  if (!image) return html`<bdi>${name}</bdi>`
  const isWide = image.width >= 2 * image.height
  const size = html`width="${image.width}" height="${image.height}"`
  const picture = html`<img class="logo" src="${root}${logo}" alt="${isWide ? name : ''}" ${size}>`
  return isWide ? picture : html`${picture}<bdi>${name}</bdi>`
}

function drawMast(site: Site, listed: Page['listed']): Html {
  const { home, website, links: own } = site
  const lists = listsOf(site)
  // If there is only one kind, it is the whole list.
  const current = listed === 'all' && lists.length === 1 ? lists[0] : listed
  const links = lists.map(
    (list) => html`
      <a href="${pathOf(site, list)}"${list === current && html` aria-current="page"`}>${listNames[list]}</a>`,
  )
  const product = website && html`<a href="${website}">${new URL(website).hostname.replace(/^www\./, '')}</a>`
  return html`
    <header class="mast">
      <a class="wordmark" href="${home}">${drawName(site)}</a>
      ${
        (product || links.length > 0 || own.length > 0) &&
        html`
          <nav aria-label="Pages">
            ${links.length > 0 && html`<div>${links}</div>`}
            ${
              (own.length > 0 || product) &&
              html`<div>${own.map(({ label, url }) => html`<a href="${url}"><bdi>${label}</bdi></a>`)}${product}</div>`
            }
          </nav>`
      }
    </header>`
}

/** The lists of a site: one for each kind with posts, and one of all kinds if there are several. */
export function listsOf({ totals }: Site): (Kind | 'all')[] {
  const present = kinds.filter((kind) => totals[kind] > 0)
  return present.length > 1 ? ['all', ...present] : present
}

const noFilter: Filter = { search: '', year: null }

/** The path of a page of a list. */
export function pathOf(
  site: Site,
  list: Kind | 'all',
  page = 1,
  { search, year }: Filter = noFilter,
): string {
  const isWhole = list === 'all' || listsOf(site).every((each) => each === list)
  const query = new URLSearchParams({
    ...(isWhole ? {} : { tag: list }),
    ...(search === '' ? {} : { q: search }),
    ...(year === null ? {} : { year: String(year) }),
    ...(page > 1 ? { page: String(page) } : {}),
  }).toString()
  return query ? `${site.home}?${query}` : site.home
}
