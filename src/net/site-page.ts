import type { Context } from '../context.ts'
import { plainLines } from '../text/line.ts'
import { defineTextTask } from '../text-thread.ts'
import { FetchError, toFetchError } from './fetch-error.ts'
import { type FetchOptions, fetchPage, type Page } from './fetch-page.ts'
import { readHead } from './page-head.ts'
import { toPageText } from './page-text.ts'

/** The readable content of a page. */
export type SitePage = { url: string; title: string; description: string; text: string }

const maxCharacters = 8000

/** The page at a URL; null if there is no readable one. */
export async function findSitePage(
  ctx: Context,
  url: string,
  options: FetchOptions,
): Promise<SitePage | null> {
  try {
    const page = await fetchPage(ctx, url, options)
    return page.status < 300 ? await readSitePage(page) : null
  } catch (error) {
    if (error instanceof FetchError) return null
    throw error
  }
}

/** The visible text of a page; a long page is read on the text thread. */
export async function readSitePage(page: Page): Promise<SitePage> {
  const { links: _, ...read } = await readPageAndLinks(page)
  return read
}

/** The same with the links of the page. */
export async function readPageAndLinks(page: Page): Promise<SitePage & { links: string[] }> {
  try {
    return await sitePage.run(page, page.text.length, new URL(page.url).host)
  } catch (error) {
    throw toFetchError(error, `The page ${page.url} takes too long to read.`)
  }
}

export const sitePage = defineTextTask('site-page', 100_000, (page: Page) => toSitePage(page))

export function toSitePage(page: Page): SitePage & { links: string[] } {
  const { url, text } = page
  if (!isMarkup(page))
    return { url, title: '', description: '', text: plainLines(text, maxCharacters), links: [] }
  return { url, ...readHead(text, url), text: toPageText(text, maxCharacters) }
}

/** Longer than the articles that compare products. */
const maxLongCharacters = 100_000

/** The title and the whole visible text of a page, on the text thread if it is long. */
export async function readLongPage(page: Page): Promise<{ title: string; text: string }> {
  try {
    return await longPage.run(page, page.text.length, new URL(page.url).host)
  } catch (error) {
    throw toFetchError(error, `The page ${page.url} takes too long to read.`)
  }
}

export const longPage = defineTextTask('long-page', 100_000, (page: Page) => {
  const { url, text } = page
  if (!isMarkup(page)) return { title: '', text: plainLines(text, maxLongCharacters) }
  return { title: readHead(text, url).title, text: toPageText(text, maxLongCharacters) }
})

const isMarkup = ({ contentType }: Page) => !/^text\/plain\b/i.test(contentType)
