import pLimit from 'p-limit'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { chooseLinks } from '../../../net/choose-links.ts'
import { FetchError } from '../../../net/fetch-error.ts'
import { createPermit } from '../../../net/robots.ts'
import { findSitePage } from '../../../net/site-page.ts'
import { readSitemap } from '../../../net/sitemap.ts'
import { shorten } from '../../../text/line.ts'
import { maxPages, maxRead, type SitemapPage } from './model.ts'
import { findSitemap, noteFailure, savePages } from './record.ts'

const maxFiles = 50
const maxCharacters = 4000
/** Number of concurrent page requests. */
const width = 4

/**
 * Reads a sitemap and its most relevant pages. Permanent errors are stored as its failure; others are
 * retried.
 */
export async function readPages(
  ctx: Context,
  { sitemapId }: { sitemapId: string },
  { signal }: { signal: AbortSignal },
): Promise<Statement[]> {
  const sitemap = await findSitemap(ctx, sitemapId)
  if (!sitemap) return []
  try {
    const listed = await readSitemap(ctx, sitemap.url, { maxPages, maxFiles }, { signal })
    const texts = await readTexts(ctx, listed, signal)
    const pages = listed.map((url) => texts.get(url) ?? { url, title: null, text: null })
    return savePages(ctx, sitemapId, pages)
  } catch (error) {
    if (!(error instanceof FetchError) || error.reason === 'unreachable') throw error
    return [noteFailure(ctx, sitemapId, error.message)]
  }
}

/** Returns the title and text of the pages worth reading, by URL. */
async function readTexts(
  ctx: Context,
  listed: string[],
  signal: AbortSignal,
): Promise<Map<string, SitemapPage>> {
  const home = listed[0] && new URL('/', listed[0]).href
  const chosen = home ? chooseLinks(home, listed, maxRead) : []
  const limit = pLimit(width)
  const { permit } = createPermit(ctx, {})
  const pages = chosen.map((url) =>
    limit(async (): Promise<[string, SitemapPage]> => {
      const page = await findSitePage(ctx, url, { signal, permit })
      const title = page?.title ? shorten(page.title, 200) : null
      return [url, { url, title, text: page?.text.slice(0, maxCharacters) || null }]
    }),
  )
  return new Map(await Promise.all(pages))
}
