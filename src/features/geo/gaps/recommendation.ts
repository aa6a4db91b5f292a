import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { t } from 'elysia'
import type { Context } from '../../../context.ts'
import { oneOf } from '../../../http/fields.ts'
import { likeness, wordsOf } from '../../../text/likeness.ts'
import { posts } from '../../posts/table.ts'
import { sitemapPages, sitemaps } from '../sitemaps/table.ts'

const recommendedActions = ['create', 'update', 'merge', 'ignore'] as const

/** A page of a sitemap, or a post, that covers a query. */
export const Target = t.Object({
  kind: oneOf(['page', 'post']),
  title: t.Nullable(t.String()),
  url: t.Nullable(t.String()),
  postId: t.Nullable(t.String()),
})
export type Target = typeof Target.static

/** The action for a query: write a new article, or work on existing pages (contract geo 9). */
export const Recommendation = t.Object({
  action: oneOf(recommendedActions),
  reason: t.String(),
  targets: t.Array(Target),
})
export type Recommendation = typeof Recommendation.static

const maxPages = 400
const maxPosts = 300

/** Reads what could be updated: pages of the newest sitemap, and the newest blog posts. */
export async function readLibrary(ctx: Context, organizationId: string, projectId: string): Promise<Library> {
  const [pages, written, sitemapCount] = await Promise.all([
    readPages(ctx, projectId),
    readPosts(ctx, organizationId),
    ctx.db.$count(sitemaps, eq(sitemaps.projectId, projectId)),
  ])
  const targets = [
    ...pages.map(({ url, title }): Target => ({ kind: 'page', title, url, postId: null })),
    ...written.map(({ id, title }): Target => ({ kind: 'post', title, url: null, postId: id })),
  ]
  return openLibrary(targets, sitemapCount > 0)
}

function readPages(ctx: Context, projectId: string) {
  const newest = ctx.db
    .select({ id: sitemaps.id })
    .from(sitemaps)
    .where(and(eq(sitemaps.projectId, projectId), eq(sitemaps.status, 'ready')))
    .orderBy(desc(sitemaps.fetchedAt))
    .limit(1)
  return ctx.db
    .select({ url: sitemapPages.url, title: sitemapPages.title })
    .from(sitemapPages)
    .where(eq(sitemapPages.sitemapId, sql`(${newest})`))
    .orderBy(sql`${sitemapPages.title} is null`, asc(sitemapPages.place))
    .limit(maxPages)
}

const readPosts = (ctx: Context, organizationId: string) =>
  ctx.db
    .select({ id: posts.id, title: posts.title })
    .from(posts)
    .where(and(eq(posts.organizationId, organizationId), eq(posts.contentType, 'blog_post')))
    .orderBy(desc(posts.createdAt))
    .limit(maxPosts)

/** The data of a query that a recommendation is based on. */
export type QueryData = {
  prompt: string
  title: string | null
  queries: string[]
  impressions: number
  clicks: number
}

/** Thresholds (contract geo 9: search-gap recommendation). */
const answers = 0.55
const touches = 0.35
const maxMerged = 3
const minImpressions = 25
const minWord = 3
const sameBeginning = 0.15

/** Pages and posts by each word of their titles. */
type Library = { known: Map<string, IndexedTarget[]>; hasSitemap: boolean }
type IndexedTarget = { target: Target; words: Set<string> }

/** Indexes pages and posts for the lookups of many queries. */
export function openLibrary(targets: Target[], hasSitemap: boolean): Library {
  const known: Library['known'] = new Map()
  for (const target of targets) {
    const one = { target, words: termsOf(titleOf(target)) }
    for (const word of one.words) known.set(word, [...(known.get(word) ?? []), one])
  }
  return { known, hasSitemap }
}

/**
 * Recommends an action for a query: update a page that answers it, merge pages that touch it, ignore it while
 * it has few searches, else write an article (contract geo 9: search-gap recommendation).
 */
export function recommend(wanted: QueryData, library: Library): Recommendation {
  const found = rank(wanted, library)
  const [best] = found
  if (best && best.score >= answers)
    return {
      action: 'update',
      reason: `${nameOf(best.target)} already covers this. Update it.`,
      targets: [best.target],
    }
  const touching = found.filter(({ score }) => score >= touches).slice(0, maxMerged)
  if (touching.length >= 2)
    return {
      action: 'merge',
      reason: `${touching.length} of your pages and posts touch on this. Merge them.`,
      targets: touching.map(({ target }) => target),
    }
  const { impressions, clicks } = wanted
  if (impressions < minImpressions && clicks === 0)
    return { action: 'ignore', reason: 'Few people search for this yet.', targets: [] }
  return { action: 'create', reason: library.hasSitemap ? noneFound : noSitemap, targets: [] }
}

const noneFound = 'No page or post of yours is about this.'
const noSitemap = 'No post of yours is about this. No sitemap is set, so your pages were not compared.'

/** Ranks the pages and posts that share words with a query by similarity. */
function rank({ prompt, title, queries }: QueryData, { known }: Library) {
  const phrases = [prompt, title ?? '', ...queries].map(termsOf).filter(({ size }) => size > 0)
  const beginning = [...termsOf(queries[0] ?? prompt)].slice(0, 2)
  const touched = new Set(phrases.flatMap((words) => [...words].flatMap((word) => known.get(word) ?? [])))
  return [...touched]
    .map(({ target, words: own }) => ({
      target,
      score:
        Math.max(...phrases.map((words) => likeness(words, own))) +
        (hasInOrder([...own], beginning) ? sameBeginning : 0),
    }))
    .sort((a, b) => b.score - a.score)
}

function hasInOrder(words: string[], [first, second]: string[]): boolean {
  if (first === undefined || second === undefined) return false
  const at = words.indexOf(first)
  return at >= 0 && words.indexOf(second, at + 1) > at
}

const termsOf = (text: string) => new Set([...wordsOf(text)].filter(({ length }) => length >= minWord))

/** The title of a page, or the end of its URL if the page was not read. */
const titleOf = ({ title, url }: Target) =>
  title ??
  decode(
    URL.parse(url ?? '')
      ?.pathname.split('/')
      .filter(Boolean)
      .at(-1) ?? '',
  )

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const nameOf = (target: Target) => (target.title ? `“${target.title}”` : (target.url ?? 'A post'))
