import type { Context } from '../context.ts'
import { plainLines } from '../text/line.ts'
import { FetchError } from './fetch-error.ts'
import { type FetchOptions, fetchPage, type Page } from './fetch-page.ts'
import { readHead } from './page-head.ts'
import { toPageText } from './page-text.ts'

/** A page as people read it. */
export type SitePage = { url: string; title: string; description: string; text: string }

const mostCharacters = 8000

/** The page at a URL; null where there is none that can be read. */
export async function findSitePage(
  ctx: Context,
  url: string,
  options: FetchOptions,
): Promise<SitePage | null> {
  try {
    const page = await fetchPage(ctx, url, options)
    return page.status < 300 ? toSitePage(page) : null
  } catch (error) {
    if (error instanceof FetchError) return null
    throw error
  }
}

export function toSitePage(page: Page): SitePage {
  const { url, text } = page
  if (!isMarkup(page)) return { url, title: '', description: '', text: plainLines(text, mostCharacters) }
  const { title, description } = readHead(text, url)
  return { url, title, description, text: toPageText(text, mostCharacters) }
}

export const isMarkup = ({ contentType }: Page) => !/^text\/plain\b/i.test(contentType)
