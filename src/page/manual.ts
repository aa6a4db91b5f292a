import { drawFrame, type Files } from './document.ts'
import { type Html, html, trust } from './html.ts'

export type ManualIndex = { title: string; pages: { title: string; path: string }[] }[]
export type ManualPage = {
  title: string
  path: string
  /** HTML without the heading of the page. */
  content: string
  headings: { id: string; text: string }[]
}
export type SearchResult = { title: string; path: string; excerpt: string }

/** Data for every page of the manual: the path of its index, and all pages. */
export type Manual = { root: string; index: ManualIndex }

/** The first page of the manual: every page by topic. */
export function drawManualIndex(manual: Manual, files: Files): string {
  return draw(manual, files, {
    title: 'Herald documentation',
    query: '',
    current: null,
    main: html`
      <h1>Herald documentation</h1>
      <div class="prose">
        ${manual.index.map(
          ({ title, pages }) => html`
            <h2>${title}</h2>
            <ul>${pages.map((page) => html`<li><a href="${page.path}">${page.title}</a></li>`)}</ul>`,
        )}
      </div>`,
  })
}

export function drawManualPage(
  manual: Manual,
  { title, path, content, headings }: ManualPage,
  files: Files,
): string {
  const contents = html`
    <nav class="contents" aria-label="On this page">
      ${headings.map(({ id, text }) => html`<a href="#${id}">${text}</a>`)}
    </nav>`
  return draw(manual, files, {
    title: `${title} · Herald documentation`,
    query: '',
    current: path,
    main: html`
      <h1>${title}</h1>
      ${headings.length > 1 && contents}
      <div class="prose">${trust(framed(content))}</div>`,
  })
}

export function drawManualSearch(
  manual: Manual,
  query: string,
  results: SearchResult[],
  files: Files,
): string {
  const list = results.map(
    ({ title, path, excerpt }) => html`<li><a href="${path}">${title}</a><p>${excerpt}</p></li>`,
  )
  return draw(manual, files, {
    title: `Search: ${query} · Herald documentation`,
    query,
    current: null,
    main: html`
      <h1>Search</h1>
      <div class="prose">
        ${results.length === 0 ? html`<p>No section contains all of these words.</p>` : html`<ul>${list}</ul>`}
      </div>`,
  })
}

/** The 404 page of the manual. */
export const drawManualMissing = (manual: Manual, files: Files): string =>
  draw(manual, files, {
    title: 'Not found · Herald documentation',
    query: '',
    current: null,
    main: html`<h1>Not found</h1><div class="prose"><p>The manual has no page at this address.</p></div>`,
  })

type Parts = { title: string; query: string; current: string | null; main: Html }

function draw({ root, index }: Manual, files: Files, { title, query, current, main }: Parts): string {
  const drawLink = ({ title, path }: { title: string; path: string }) =>
    html`<a href="${path}"${path === current && html` aria-current="page"`}>${title}</a>`
  return drawFrame(
    files,
    html`<title>${title}</title>`,
    html`
      <header class="mast">
        <a class="wordmark" href="${root}">Herald documentation</a>
        <form role="search" action="${root}">
          <input type="search" name="q" value="${query}" aria-label="Search the documentation"
            placeholder="Search" maxlength="100">
        </form>
      </header>
      <div class="article issue manual">
        <aside>
          <nav aria-label="Documentation">
            ${index.map(({ title, pages }) => html`<div><strong>${title}</strong>${pages.map(drawLink)}</div>`)}
          </nav>
        </aside>
        <main id="main" tabindex="-1">${main}</main>
      </div>`,
  )
}

/** Wide tables and code scroll on their own. */
const framed = (content: string) =>
  content
    .replaceAll('<table>', '<div class="wide" role="group" aria-label="Table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">')
