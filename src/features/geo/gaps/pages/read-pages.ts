import { and, eq, lt } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { Context } from '../../../../context.ts'
import type { Attempt } from '../../../../jobs/define.ts'
import { createMatcher, type Matcher } from '../../../../mentions/matcher.ts'
import { FetchError } from '../../../../net/fetch-error.ts'
import { fetchPage } from '../../../../net/fetch-page.ts'
import { createPermit } from '../../../../net/robots.ts'
import { readLongPage } from '../../../../net/site-page.ts'
import { storedIdOf } from '../../prompts/rules.ts'
import { namedIn } from '../../scans/named-subjects.ts'
import { findSubjects } from '../../settings/subjects.ts'
import { findPromptGaps } from '../service.ts'
import { findPages, findReadings } from './find-pages.ts'
import { citedPages } from './table.ts'

const day = 86_400_000
/** A page is read again after a week, and forgotten if nothing cites it for a month. */
const readAgainAfter = 6.5 * day
const keptFor = 30 * day
/** Pages per project and day, pages at once, and the time for all of them. */
const maxPages = 100
const width = 3
const maxMilliseconds = 10 * 60_000

/** Reads the pages that engines cite for the gaps of a project, and stores which brands they name. */
export async function readCitedPages(
  ctx: Context,
  { projectId }: { projectId: string },
  { signal: ended, noteProgress }: Pick<Attempt, 'signal' | 'noteProgress'>,
): Promise<void> {
  const subjects = await findSubjects(ctx, projectId)
  if (!subjects) return
  const urls = await findDuePages(ctx, projectId)
  const matcher = createMatcher(subjects)
  const time = AbortSignal.timeout(maxMilliseconds)
  const signal = AbortSignal.any([ended, time])
  const { permit } = createPermit(ctx, { signal })
  const limit = pLimit(width)
  const readOne = async (url: string) => {
    if (time.aborted) return
    ended.throwIfAborted()
    await store(ctx, projectId, url, await readPage(ctx, url, matcher, { signal, permit }))
    await noteProgress()
  }
  // The pages for which there was no time are read on the next day.
  await Promise.all(urls.map((url) => limit(() => readOne(url)))).catch((error) => {
    if (!time.aborted) throw error
  })
  const old = new Date(ctx.now().getTime() - keptFor)
  await ctx.db.delete(citedPages).where(and(eq(citedPages.projectId, projectId), lt(citedPages.readAt, old)))
}

/** The most cited pages of the gaps that were not read within a week. Own pages need no reading. */
async function findDuePages(ctx: Context, projectId: string): Promise<string[]> {
  const { promptGaps } = await findPromptGaps(ctx, projectId, { maxAnswers: Number.POSITIVE_INFINITY })
  const cited = new Map<string, number>()
  for (const { id, branded } of promptGaps) {
    if (branded) continue
    for (const page of await findPages(ctx, projectId, storedIdOf(id)))
      if (page.ownership !== 'own') cited.set(page.url, (cited.get(page.url) ?? 0) + page.cited)
  }
  const urls = [...cited].sort(([, a], [, b]) => b - a).map(([url]) => url)
  const readings = await findReadings(ctx, projectId, urls)
  const due = ctx.now().getTime() - readAgainAfter
  return urls.filter((url) => (readings.get(url)?.readAt.getTime() ?? 0) < due).slice(0, maxPages)
}

type Reading = Pick<typeof citedPages.$inferSelect, 'problem' | 'mentioned' | 'competitorIds'>

/** Only certain names count: no model decides about the others. */
async function readPage(
  ctx: Context,
  url: string,
  matcher: Matcher,
  options: Pick<NonNullable<Parameters<typeof fetchPage>[2]>, 'signal' | 'permit'>,
): Promise<Reading> {
  try {
    const page = await fetchPage(ctx, url, { ...options, cut: true })
    if (page.status >= 300) return unread(`The page returned status ${page.status}.`)
    const { title, text } = await readLongPage(page)
    if (text === '') return unread('The page has no text without JavaScript.')
    const named = namedIn(await matcher.findInSlices(`${title}\n\n${text}`))
    return { problem: null, ...named }
  } catch (error) {
    if (error instanceof FetchError) return unread(error.message)
    throw error
  }
}

const unread = (problem: string): Reading => ({ problem, mentioned: null, competitorIds: [] })

async function store(ctx: Context, projectId: string, url: string, reading: Reading) {
  const values = { ...reading, readAt: ctx.now() }
  await ctx.db
    .insert(citedPages)
    .values({ projectId, url, ...values })
    .onConflictDoUpdate({ target: [citedPages.projectId, citedPages.url], set: values })
}
