import { firstImageOf, withImageUrls } from '../image/address.ts'
import { cardOfList, drawLinkCard } from './cards.ts'
import { readTeaser } from './content.ts'
import { drawDocument, type Files, listNames, listsOf, pathOf } from './document.ts'
import { type Html, html, trust } from './html.ts'
import { describeBlog } from './json-ld.ts'
import { drawSubscribe } from './subscription.ts'
import {
  changes,
  countListed,
  dayOf,
  type Entry,
  type Filter,
  isFiltered,
  type Kind,
  type Site,
} from './view.ts'

/** One page of a list: posts of a kind, or of all kinds. */
export type List = {
  site: Site
  listed: Kind | 'all'
  filter: Filter
  /** The years in which posts were published, newest first. */
  years: number[]
  entries: Entry[]
  page: number
  isLast: boolean
}

/** The page that lists posts, newest first. */
export function drawList(list: List, files: Files): string {
  const { site, listed, filter, entries, page, isLast } = list
  const { heading, lead } = describeList(site, listed)
  const newer = page > 1 ? pathOf(site, listed, page - 1, filter) : null
  const older = isLast ? null : pathOf(site, listed, page + 1, filter)
  return drawDocument(
    {
      site,
      title: page > 1 ? `${heading}, page ${page}` : heading,
      description: lead,
      path: pathOf(site, listed, page, filter),
      listed,
      head: html`
        <meta property="og:type" content="website">
        ${drawLinkCard(site, cardOfList(site, listed, { heading, lead }))}
        ${newer && html`<link rel="prev" href="${newer}">`}
        ${older && html`<link rel="next" href="${older}">`}
        ${isFiltered(filter) && html`<meta name="robots" content="noindex">`}
        <link rel="alternate" type="text/markdown" href="${site.path}/llms.txt">
        ${describeBlog(site, { name: heading, description: lead })}`,
      main: html`
        <div class="lead"><h1>${heading}</h1><p>${lead}</p></div>
        ${drawFinder(list)}
        ${entries.length > 0 ? entries.map((entry, place) => drawEntry(site, entry, place)) : html`<p class="onward">${describeNothing(filter)}</p>`}
        ${(newer || older) && drawPager(newer, older)}
        ${drawSubscribe(site)}`,
    },
    files,
  )
}

/** A list with fewer posts has no search. */
const minSearched = 5

/** The search for titles, and the years; null for a short list of one year. */
function drawFinder({ site, listed, filter, years }: List): Html | null {
  const { search, year } = filter
  const total = site.totals.changelog + site.totals.blog_post
  const canSearch = total > minSearched || isFiltered(filter)
  if (!canSearch && years.length < 2) return null
  const links = years.map(
    (each) => html`
      <a href="${pathOf(site, listed, 1, { search, year: each })}"${each === year && html` aria-current="true"`}>${each}</a>`,
  )
  return html`
    <div class="finder">
      ${
        canSearch &&
        html`
          <form role="search" action="${site.home}">
            <input type="search" name="q" value="${search}" aria-label="Search titles" placeholder="Search titles" maxlength="100">
            ${listed !== 'all' && html`<input type="hidden" name="tag" value="${listed}">`}
            ${year !== null && html`<input type="hidden" name="year" value="${year}">`}
          </form>`
      }
      ${(years.length > 1 || year !== null) && html`<nav aria-label="Years">${links}</nav>`}
      ${isFiltered(filter) && html`<a class="end" href="${pathOf(site, listed)}">Clear filters</a>`}
    </div>`
}

const describeNothing = (filter: Filter) =>
  isFiltered(filter) ? 'No posts match these filters.' : 'No posts yet.'

/** The heading of a list, and the line below it. */
export function describeList(site: Site, listed: Kind | 'all') {
  const { heading, lead } = describeByKind(site, listed)
  return { heading, lead: site.intro ?? lead }
}

function describeByKind(site: Site, listed: Kind | 'all') {
  const [only = 'changelog', ...others] = listsOf(site)
  const kind = listed === 'all' && others.length === 0 ? only : listed
  if (kind === 'all')
    return { heading: 'What’s new', lead: `Releases and articles from the team behind ${site.name}.` }
  if (kind === 'blog_post')
    return {
      heading: listNames.blog_post,
      lead: `News, guides and background from the team behind ${site.name}.`,
    }
  return { heading: listNames.changelog, lead: `What is new in ${site.name}.` }
}

function drawEntry(site: Site, entry: Entry, place: number): Html {
  const { path, title, tally, content } = entry
  const { summary, highlights } = readTeaser(content)
  return html`
    <article class="issue">
      <aside>
        ${drawDate(entry)}
        ${tally && html`<span class="small">${changes(countListed(tally))}</span>`}
      </aside>
      <div class="prose" dir="auto">
        <h2><a href="${path}">${title}</a></h2>
        ${summary && html`<p>${summary}</p>`}
        ${drawPicture(site, entry, place)}
        ${highlights.length > 0 && html`<ul>${highlights.map(drawHighlight)}</ul>`}
        ${drawMore(entry)}
      </div>
    </article>`
}

/** The first own image of a post, as a link to it. The first one of a page is loaded at once: it is in view. */
function drawPicture({ root }: Site, { path, content }: Entry, place: number): Html | null {
  const image = firstImageOf(content)
  if (!image) return null
  const shown = place === 0 ? image : image.replace('<img ', '<img loading="lazy" ')
  return html`<p><a class="picture" href="${path}" tabindex="-1" aria-hidden="true">${trust(withImageUrls(shown, root))}</a></p>`
}

/** The date of a post and the version it is about. */
export function drawDate({ publishedAt, version }: Pick<Entry, 'publishedAt' | 'version'>): Html {
  return html`
    <time datetime="${publishedAt.toISOString()}">${dayOf(publishedAt)}</time>
    ${version && html`<span class="mono">${version}</span>`}`
}

function drawHighlight({ title, reference }: ReturnType<typeof readTeaser>['highlights'][number]): Html {
  const link =
    reference && html` <a class="ref" rel="nofollow noopener" href="${reference.href}">${reference.text}</a>`
  return html`<li class="hi">${title}${link}</li>`
}

/** A link to the full post; null for a changelog of one or two changes, which the summary covers. */
function drawMore({ path, title, tally, kind }: Entry): Html | null {
  const count = tally ? countListed(tally) : 0
  if (count > 2)
    return html`<p><a href="${path}">Read the ${count} changes<span class="sr">: ${title}</span></a></p>`
  if (kind === 'blog_post')
    return html`<p><a href="${path}">Read more<span class="sr">: ${title}</span></a></p>`
  return null
}

function drawPager(newer: string | null, older: string | null): Html {
  return html`
    <nav class="pager" aria-label="More posts">
      ${newer && html`<a rel="prev" href="${newer}">Newer posts</a>`}
      ${older && html`<a rel="next" href="${older}">Older posts</a>`}
    </nav>`
}
