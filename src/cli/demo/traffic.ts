import type { Context } from '../../context.ts'
import { foldVisits } from '../../features/geo/traffic/fold.ts'
import { type PrepareResult, prepareVisit } from '../../features/geo/traffic/prepare-visit.ts'
import type { VisitFacts } from '../../features/geo/traffic/read-visit.ts'
import { importVisits } from '../../features/geo/traffic/store-import.ts'
import { storeArrivals } from '../../features/geo/traffic/store-visits.ts'
import { computeTopPages } from '../../features/geo/traffic/top-pages.ts'
import { findProjectHosts, type TokenHosts } from '../../features/geo/traffic/tracked-hosts.ts'
import type { Verdict } from '../../traffic/verdict.ts'
import { chanceOf } from './answer.ts'
import { acme } from './questions.ts'

const days = 30
const dayMilliseconds = 24 * 60 * 60 * 1000
const batch = 500
/** Days whose visits the setup counts. */
const receivedDays = 7

const dayOf = (at: Date) => Math.floor(at.getTime() / dayMilliseconds)

/** Stores thirty days of made-up visits of crawlers, of assistants, and of people who come from AI answers. */
export async function fillTraffic(ctx: Context, organizationId: string, projectId: string): Promise<void> {
  const tracked = await findProjectHosts(ctx, organizationId, projectId)
  if (!tracked) return
  const now = ctx.now().getTime()
  const visits = listVisits(now)
  const firstReceived = Math.floor(now / dayMilliseconds) - receivedDays + 1
  const isRecent = ({ at }: SampleVisit) => dayOf(at) >= firstReceived
  const earlier = await prepare(
    ctx,
    tracked,
    visits.filter((each) => !isRecent(each)),
  )
  const keyed = earlier.flatMap((each, index) =>
    each.outcome === 'stored' ? { visit: each.visit, key: index.toString(16).padStart(32, '0') } : [],
  )
  for (let start = 0; start < keyed.length; start += batch)
    await importVisits(ctx, keyed.slice(start, start + batch))
  // The others arrive day by day as from a tracker, so that the setup shows what was received.
  for (const [, arrived] of Map.groupBy(visits.filter(isRecent), ({ at }) => dayOf(at))) {
    const last = arrived.at(-1)?.at ?? ctx.now()
    const prepared = await prepare(ctx, tracked, arrived)
    await storeArrivals(
      { ...ctx, now: () => last },
      prepared.map((each) => ({ organizationId, ...each })),
    )
  }
  await foldVisits(ctx, ctx.closing.signal)
  await computeTopPages(ctx, ctx.closing.signal)
}

async function prepare(ctx: Context, tracked: TokenHosts, visits: SampleVisit[]): Promise<PrepareResult[]> {
  const prepared: PrepareResult[] = []
  for (const { verdict, ...facts } of visits) {
    const found = await prepareVisit(ctx, tracked, facts)
    // The addresses of the sample are nobody's, so their verdicts are part of it.
    prepared.push(found.outcome === 'stored' ? { ...found, visit: { ...found.visit, verdict } } : found)
  }
  return prepared
}

type SampleVisit = VisitFacts & { verdict: Verdict }

/** The visits up to now, oldest first; the same in every demo, but for the time of day at which it starts. */
function listVisits(now: number): SampleVisit[] {
  const today = Math.floor(now / dayMilliseconds)
  const visits: SampleVisit[] = []
  for (let day = 0; day < days; day++)
    for (const visitor of visitors) {
      const chance = (about: string) => chanceOf(`${visitor.userAgent} ${visitor.referer} ${day} ${about}`)
      const count = Math.round(visitor.perDay * (0.6 + 0.5 * (day / days) + 0.5 * chance('count')))
      for (let place = 0; place < count; place++)
        visits.push(
          ...listSession(visitor, (today - days + 1 + day) * dayMilliseconds, (about) =>
            chance(`${place} ${about}`),
          ),
        )
    }
  return visits
    .filter(({ at }) => at.getTime() <= now)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

/** What one visitor reads within a few minutes. */
function listSession(visitor: Visitor, day: number, chance: (about: string) => number): SampleVisit[] {
  const { userAgent, referer = null, paths, pages = 1, verdict = 'unknown' } = visitor
  const begin = day + chance('time') * dayMilliseconds
  const ip = `192.0.2.${Math.floor(chance('address') * 256)}`
  return Array.from({ length: 1 + Math.floor(chance('pages') * pages) }, (_, step) => {
    const path = paths[Math.floor(chance(`path ${step}`) ** 2 * paths.length)] ?? '/'
    return {
      ...{ method: 'GET', url: new URL(`https://${acme.domain}${path}`), ip, userAgent, verdict },
      at: new Date(begin + step * 1000 * (20 + Math.floor(chance(`pause ${step}`) * 70))),
      referer: step === 0 ? referer : null,
      accept: path.endsWith('.md') ? 'text/markdown' : null,
      ...{ country: 'US', status: path === missing ? 404 : 200 },
      ...{ signals: null, signature: null },
    }
  })
}

type Visitor = {
  userAgent: string
  perDay: number
  /** The first ones most often. */
  paths: string[]
  /** At most so many in one go. */
  pages?: number
  referer?: string
  verdict?: Verdict
}

/** A page that assistants guess and that the site does not have. */
const missing = '/docs/api'
const docs = ['/', '/install', '/how-it-works', '/docs/webhooks', '/docs/github', '/pricing', '/changelog']
const everything = [...docs, '/docs/backups', '/docs/formats', '/blog/release-notes', '/llms.txt']
const answers = ['/install', '/how-it-works', '/docs/github', missing, '/pricing']
const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const bot = (text: string) => `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${text})`

const visitors: Visitor[] = [
  {
    userAgent: bot('GPTBot/1.3; +https://openai.com/gptbot'),
    perDay: 6,
    paths: everything,
    verdict: 'verified',
  },
  { userAgent: bot('ClaudeBot/1.0; +claudebot@anthropic.com'), perDay: 4, paths: everything, pages: 3 },
  { userAgent: bot('Bytespider'), perDay: 2, paths: everything },
  {
    userAgent: bot('OAI-SearchBot/1.3; +https://openai.com/searchbot'),
    ...{ perDay: 4, paths: docs, verdict: 'verified' },
  },
  {
    userAgent: bot('PerplexityBot/1.0; +https://perplexity.ai/perplexitybot'),
    // Its robots.txt keeps this crawler out of /docs/.
    ...{ perDay: 3, paths: docs.filter((path) => !path.startsWith('/docs/')), pages: 2, verdict: 'verified' },
  },
  {
    userAgent: bot('ChatGPT-User/1.0; +https://openai.com/bot'),
    ...{ perDay: 7, paths: answers, pages: 3, verdict: 'verified' },
  },
  {
    userAgent: bot('Claude-User/1.0; +Claude-User@anthropic.com'),
    ...{ perDay: 3, paths: ['/docs/github.md', ...answers], pages: 4 },
  },
  {
    userAgent: bot('Perplexity-User/1.0; +https://perplexity.ai/perplexity-user'),
    ...{ perDay: 2, paths: answers, verdict: 'verified' },
  },
  // Another program that takes the name.
  { userAgent: bot('GPTBot/1.0'), perDay: 0.7, paths: ['/pricing'], verdict: 'contradicted' },
  { userAgent: browser, perDay: 4, paths: ['/', ...answers.slice(0, 3)], referer: 'https://chatgpt.com/' },
  { userAgent: browser, perDay: 2, paths: ['/', '/pricing'], referer: 'https://www.perplexity.ai/' },
  {
    userAgent: browser,
    perDay: 1,
    paths: ['/how-it-works', '/install'],
    referer: 'https://gemini.google.com/',
  },
  // People, who are counted as dropped.
  { userAgent: browser, perDay: 40, paths: docs },
]
