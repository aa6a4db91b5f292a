import { readImagePath, withImageUrls } from '../image/address.ts'
import type { Sliced } from '../slices.ts'
import { cardOfPost, drawLinkCard } from './cards.ts'
import { isReference, type Line, partsPerSlice, readLines, readTeaser, splitContent } from './content.ts'
import { drawDocument, type Files } from './document.ts'
import { foldLists } from './fold-lists.ts'
import { type Html, html, trust } from './html.ts'
import { describePost } from './json-ld.ts'
import { drawDate } from './posts.ts'
import { drawSubscribe } from './subscription.ts'
import { drawLegend, drawTally } from './tally.ts'
import { type Entry, type Site, urlOf } from './view.ts'

export type Article = {
  site: Site
  entry: Entry
  /** The highlights of its ledger; lines about them are marked. */
  highlights: { title: string; url: string | null }[]
  /** Image post of the same run, which replaces the card. */
  picture: string | null
  older: Pick<Entry, 'path' | 'title'> | null
  newer: Pick<Entry, 'path' | 'title'> | null
}

/** The page of one post. A long one has several slices. */
export function* drawArticle(
  { site, entry, highlights, picture, older, newer }: Article,
  files: Files,
): Sliced<string> {
  const { path, title, tally, publishedAt, changedAt } = entry
  const card = cardOfPost(site, entry)
  const { body, contents } = yield* markUp(site, entry, highlights)
  const description = readTeaser(entry.content.slice(0, beginning)).summary ?? title
  return drawDocument(
    {
      site,
      title,
      description,
      path,
      listed: null,
      head: html`
        <meta property="og:type" content="article">
        <meta property="article:published_time" content="${publishedAt.toISOString()}">
        <meta property="article:modified_time" content="${changedAt.toISOString()}">
        ${drawLinkCard(site, card, picture)}
        <link rel="alternate" type="text/markdown" href="${path}.md">
        ${describePost(site, entry, { description, picture: picture ?? urlOf(site, card.path) })}`,
      main: html`
        <article class="article issue">
          <aside aria-label="About this post">
            ${drawDate(entry)}
            ${tally && drawTally(tally, 18)}
            ${tally && drawLegend(tally)}
            ${contents.length > 1 && drawContents(contents)}
          </aside>
          <div>
            <h1 dir="auto">${title}</h1>
            <div class="prose" dir="auto">${body}</div>
            <nav class="pairs" aria-label="Other posts">
              ${older && drawNeighbour('prev', 'Previous', older)}
              ${newer && drawNeighbour('next', 'Next', newer)}
              <a class="all" href="${site.home}">All posts</a>
            </nav>
            ${drawSubscribe(site)}
          </div>
        </article>`,
    },
    files,
  )
}

const drawNeighbour = (
  relation: 'prev' | 'next',
  label: string,
  { path, title }: Pick<Entry, 'path' | 'title'>,
) =>
  html`<a class="${relation}" rel="${relation}" href="${path}"><span>${label}</span> <bdi>${title}</bdi></a>`

/** Number of characters read for the description, as in lists. */
const beginning = 20_000

type Heading = { id: string; text: string }

function drawContents(headings: Heading[]): Html {
  return html`
    <nav class="contents" aria-label="On this page">
      ${headings.map(({ id, text }) => html`<a href="#${id}"><bdi>${text}</bdi></a>`)}
    </nav>`
}

/**
 * A post's HTML below the page's own heading: headings with ids, marked highlights and references, scrollable tables.
 */
function* markUp(
  site: Site,
  { content, title }: Entry,
  highlights: Article['highlights'],
): Sliced<{ body: Html; contents: Heading[] }> {
  const parts = yield* splitContent(content)
  const contents: Heading[] = []
  const ids = new Map([['main', 1]])
  let above = ''
  let isFirst = true
  let updatesAt = parts.length
  for (const line of readLines(parts)) {
    if (line === null) {
      yield
      continue
    }
    const isRepeated = isFirst && line.tag === 'h1' && line.text === title
    isFirst = false
    if (isRepeated) {
      dropHeading(parts, line)
      continue
    }
    for (const link of line.links) {
      const kind = kindOf(link)
      if (kind) parts[link.at] = `<a class="${kind}"${parts[link.at]?.slice(2)}`
    }
    if (line.tag === 'li' && isAbout(line, highlights)) parts[line.at] = '<li class="hi">'
    if (line.tag !== 'h2' && line.tag !== 'h3') continue
    const id = freeId(line.text, ids)
    parts[line.at] = `<${line.tag} id="${id}">`
    if (line.tag === 'h2') above = line.text
    if (line.tag === 'h2' && above === moreUpdates) updatesAt = line.at
    // The other updates of a changelog are listed by category.
    if (line.tag === 'h2' ? above !== moreUpdates : above === moreUpdates)
      contents.push({ id, text: line.text })
  }
  yield* foldLists(parts, updatesAt)
  yield* frameParts(site, parts)
  yield
  return { body: trust(parts.join('')), contents: contents.slice(0, maxContents) }
}

const moreUpdates = 'More Updates'
const maxContents = 24

function dropHeading(parts: string[], { at }: Line) {
  parts.fill('', at, parts.indexOf('</h1>', at) + 1)
}

/** A link to a change or its author, which is shown less prominently than the text. */
function kindOf(link: Line['links'][number]): 'ref' | 'by' | null {
  if (isReference(link)) return 'ref'
  return /^@[\w-]+$/.test(link.text) ? 'by' : null
}

/** Matches by link if it has one, otherwise by text. */
function isAbout({ text, links }: Line, highlights: Article['highlights']): boolean {
  return highlights.some(({ title, url }) => text === title || links.some(({ href }) => href === url))
}

/** In place: the page's title is its only first-level heading; content too wide for a phone can be scrolled. */
function* frameParts(site: Site, parts: string[]): Sliced<void> {
  let isInLink = false
  let images = 0
  for (let at = 1; at < parts.length; at += 2) {
    const part = parts[at] as string
    if (part.startsWith('<a ') || part === '</a>') isInLink = part !== '</a>'
    // The first image is usually in view: it is not loaded late.
    const isImage = part.startsWith('<img ')
    const loading = isImage && images++ > 0 ? 'loading="lazy" ' : ''
    parts[at] = isImage ? frameImage(site, part, { isInLink, loading }) : (framed.get(part) ?? part)
    if (at % partsPerSlice === 1) yield
  }
}

/** An image of this server, or of another site if the owner allows it; otherwise a link to it. */
function frameImage(
  { origin, root, externalImages }: Site,
  part: string,
  { isInLink, loading }: { isInLink: boolean; loading: string },
): string {
  const [, source = ''] = / src="([^"]*)"/.exec(part) ?? []
  const [, text = ''] = / alt="([^"]*)"/.exec(part) ?? []
  const isOwn = readImagePath(source) !== null
  if (isOwn || externalImages || source.startsWith(`${origin}/`)) {
    const image = `<img ${loading}${part.slice(5)}`
    return isOwn ? withImageUrls(image, root) : image
  }
  const label = `Image${text && `: ${text}`}`
  return isInLink || !source ? label : `<a rel="nofollow noopener" href="${source}">${label}</a>`
}

const framed = new Map([
  ['<h1>', '<h2>'],
  ['</h1>', '</h2>'],
  ['<table>', '<div class="wide" role="group" aria-label="Table" tabindex="0"><table>'],
  ['</table>', '</table></div>'],
  ['<pre>', '<pre tabindex="0">'],
])

/** An id from the text of a heading, with a number for duplicates. */
function freeId(text: string, taken: Map<string, number>): string {
  const words = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')
  const base = words.slice(0, 60).replace(/^-|-$/g, '') || 'section'
  let number = (taken.get(base) ?? 0) + 1
  while (number > 1 && taken.has(`${base}-${number}`)) number++
  taken.set(base, number)
  const id = number > 1 ? `${base}-${number}` : base
  if (id !== base) taken.set(id, 1)
  return id
}
