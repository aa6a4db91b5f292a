import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { FetchError } from '../../../net/fetch-error.ts'
import { fetchPage } from '../../../net/fetch-page.ts'
import { createPermit } from '../../../net/robots.ts'
import { readSitePage, type SitePage } from '../../../net/site-page.ts'
import { plainLines, shorten } from '../../../text/line.ts'
import { maxPageBytes, maxPageText } from './model.ts'
import { type FactReading, failReading, findQueuedFact, savePage } from './stored-facts.ts'

/** Reads the page of a fact and stores an excerpt, or why it cannot be read. Temporary errors are retried. */
export async function readFactPage(
  ctx: Context,
  reading: FactReading,
  { signal }: { signal: AbortSignal },
): Promise<Statement[]> {
  if (!(await findQueuedFact(ctx, reading))) return []
  try {
    const { title, description, text } = await readPage(ctx, reading.url, signal)
    return [
      savePage(ctx, reading, {
        title: title ? shorten(title, 200) : null,
        text: plainLines([description, text].filter(Boolean).join('\n'), maxPageText),
      }),
    ]
  } catch (error) {
    if (!(error instanceof FetchError) || error.reason === 'unreachable') throw error
    return [failReading(ctx, reading, error.message)]
  }
}

async function readPage(ctx: Context, url: string, signal: AbortSignal): Promise<SitePage> {
  const { permit } = createPermit(ctx, {})
  const page = await fetchPage(ctx, url, { signal, permit, maxBytes: maxPageBytes, cut: true })
  if (page.status >= 300) {
    const isPassing = page.status >= 500 || page.status === 429
    const sentence = `The page ${page.url} returned status ${page.status}.`
    throw new FetchError(isPassing ? 'unreachable' : 'missing', sentence)
  }
  const read = await readSitePage(page)
  if (read.description || read.text) return read
  throw new FetchError('unusable', `The page ${page.url} has no text without JavaScript.`)
}
