import type { Context } from '../../context.ts'
import { atomically, type Statement } from '../../db/client.ts'
import { brandFacts } from '../../features/brand-identities/facts/table.ts'
import { brandIdentities } from '../../features/brand-identities/table.ts'
import { competitors as competitorsTable } from '../../features/geo/competitors/table.ts'
import { projects } from '../../features/geo/projects/table.ts'
import { prompts as promptsTable, suggestions } from '../../features/geo/prompts/table.ts'
import { citeScan } from '../../features/geo/scans/citation-counts.ts'
import { tallyScan } from '../../features/geo/scans/count-answers.ts'
import { meanOf } from '../../features/geo/scans/estimate.ts'
import { answers, checks, scans } from '../../features/geo/scans/table.ts'
import { geoSettings } from '../../features/geo/settings/table.ts'
import { periodOf } from '../../features/usage/model.ts'
import { usageHolds } from '../../features/usage/table.ts'
import { createMatcher, type Matcher, matcherVersion } from '../../mentions/matcher.ts'
import { chanceOf, writeAnswer } from './answer.ts'
import { addUnfinished, addWritten } from './articles.ts'
import { acme, acmeFacts, competitors, engines, type Question, questions } from './questions.ts'

const days = 60
/** The day on which the chances of a mention are those of the questions. They rise a little every day. */
const usualDay = 30
const dayMilliseconds = 24 * 60 * 60 * 1000
/** Days without a scan, counted back from today. */
const withoutScan = [17, 18, 19]
/** Days since an article was written. */
const writtenBack = 13

/** Creates a project with sixty days of made-up answers, enough to compare two months, and returns its id. */
export async function fillVisibility(ctx: Context, organizationId: string): Promise<string> {
  const sample = newSample(ctx, organizationId)
  await atomically(ctx.db, describe(ctx, sample))
  for (let back = days - 1; back >= 0; back--) {
    if (!withoutScan.includes(back)) await recordScan(ctx, sample, back)
    if (back === writtenBack) await addWritten(ctx, sample, dayOf(sample, back))
  }
  await addUnfinished(ctx, sample)
  return sample.projectId
}

const dayOf = ({ now }: Sample, back: number) => new Date(now.getTime() - back * dayMilliseconds)

type Sample = ReturnType<typeof newSample>

function newSample(ctx: Context, organizationId: string) {
  const now = ctx.now()
  const tracked = competitors.map((brand, place) => ({ ...brand, id: crypto.randomUUID(), place }))
  const own = { key: 'own', name: acme.name, terms: [acme.name, ...acme.aliases], hosts: [acme.domain] }
  const matcher: Matcher = createMatcher([
    own,
    ...tracked.map(({ id, name, aliases }) => ({ key: id, name, terms: [name, ...aliases], hosts: [] })),
  ])
  return {
    organizationId,
    projectId: crypto.randomUUID(),
    begin: now.getTime() - days * dayMilliseconds,
    now,
    matcher,
    competitors: tracked,
    prompts: questions.map((question) => ({ ...question, id: crypto.randomUUID() })),
  }
}

/** Inserts the brand, its project and everything tracked. */
function describe(ctx: Context, sample: Sample): Statement[] {
  const { organizationId, projectId, now } = sample
  const createdAt = new Date(sample.begin)
  const brandIdentityId = crypto.randomUUID()
  const at = (place: number) => new Date(sample.begin + place)
  return [
    ctx.db.insert(brandIdentities).values({
      id: brandIdentityId,
      organizationId,
      name: acme.name,
      isDefault: true,
      websiteUrl: `https://${acme.domain}`,
      companyName: acme.name,
      companyDescription: 'A self-hosted server that turns merged pull requests into changelogs.',
      toneProfile: 'Professional',
      audience: 'maintainers of software that other people install',
      language: 'English',
      createdAt,
      updatedAt: createdAt,
    }),
    ...acmeFacts.map(({ text, url }, place) =>
      ctx.db.insert(brandFacts).values({
        ...{ id: crypto.randomUUID(), organizationId, brandIdentityId, text, url, status: 'ready' },
        ...{ fetchedAt: url === null ? null : createdAt, createdAt: at(place), updatedAt: createdAt },
      }),
    ),
    ctx.db.insert(projects).values({
      ...{ id: projectId, organizationId, name: acme.name, brandIdentityId, createdAt },
      searchConsoleAt: now,
    }),
    ctx.db.insert(geoSettings).values({
      ...{ id: crypto.randomUUID(), projectId, companyName: acme.name, aliases: acme.aliases },
      ...{ conversionPaths: ['/install'], domains: [], languages: ['en'], promptLanguage: 'en' },
      ...{ engines: engines.map(({ id }) => id), nonZdrApprovedEngines: [], enforceZdr: false },
      ...{ pausedAutoPromptIds: [], removedAutoPromptIds: autoPrompts, trackWithoutSearch: false },
      ...{ enabled: false, scanIntervalHours: 24, lastScanAt: now, createdAt, updatedAt: createdAt },
    }),
    ...sample.competitors.map(({ id, name, domain, aliases, place }) =>
      ctx.db.insert(competitorsTable).values({
        ...{ id, projectId, name, folded: name.toLowerCase(), domain, synonyms: aliases },
        createdAt: at(place),
      }),
    ),
    ...sample.prompts.map(({ id, prompt, tags }, place) =>
      ctx.db
        .insert(promptsTable)
        .values({ id, projectId, prompt, folded: prompt.toLowerCase(), tags, createdAt: at(place) }),
    ),
    ...searched.map(({ query, impressions, clicks, position }, place) =>
      ctx.db.insert(suggestions).values({
        ...{ id: crypto.randomUUID(), projectId, prompt: query, folded: query, title: null },
        ...{ source: 'search_console', queries: [{ query, impressions, clicks, position }] },
        ...{ impressions, clicks, position, createdAt: at(place), updatedAt: at(place) },
      }),
    ),
  ]
}

const autoPrompts = [
  ...['best-tools', 'alternatives', 'recommendation', 'comparison'],
  ...['what-is', 'how-to-choose', 'top-list', 'audience-specific'],
]

const searched = [
  { query: 'changelog generator github action', impressions: 1840, clicks: 22, position: 11.4 },
  { query: 'release notes template open source', impressions: 960, clicks: 31, position: 8.2 },
  { query: 'keep a changelog format tool', impressions: 410, clicks: 3, position: 17.9 },
]

/** Stores a scan from `back` days ago with its answers. */
async function recordScan(ctx: Context, sample: Sample, back: number): Promise<void> {
  const { organizationId, projectId } = sample
  const startedAt = new Date(sample.now.getTime() - back * dayMilliseconds - 3 * 60 * 60 * 1000)
  const finishedAt = new Date(startedAt.getTime() + 4 * 60 * 1000)
  const scanId = crypto.randomUUID()
  const rows = sample.prompts.flatMap((question) =>
    engines.map((engine) =>
      recordAnswer(ctx, sample, { scanId, capturedAt: finishedAt, question, engine, back }),
    ),
  )
  await atomically(ctx.db, [
    ctx.db.insert(scans).values({
      ...{ id: scanId, organizationId, projectId, status: 'completed', cause: 'recurring' },
      plan: planOf(sample),
      ...{ planned: rows.length, saved: rows.length, startedAt, finishedAt, createdAt: startedAt },
    }),
    ctx.db.insert(usageHolds).values({
      ...{ id: crypto.randomUUID(), organizationId, feature: 'ai_answers', period: periodOf(startedAt) },
      ...{ mode: 'unmetered', state: 'confirmed', units: rows.length },
      ...{ expiresAt: finishedAt, createdAt: startedAt },
    }),
    ...rows.flat(),
  ])
  await atomically(ctx.db, [...(await tallyScan(ctx, scanId)), ...citeScan(ctx, scanId)])
}

type RecordedQuestion = {
  scanId: string
  capturedAt: Date
  question: Question & { id: string }
  engine: (typeof engines)[number]
  back: number
}

function recordAnswer(
  ctx: Context,
  sample: Sample,
  { scanId, capturedAt, question, engine, back }: RecordedQuestion,
): Statement[] {
  const { organizationId, projectId } = sample
  const id = crypto.randomUUID()
  const day = usualDay - back
  const { text, position, excerpt, cited } = writeAnswer(question, engine.id, day, engine.favor + day / 300)
  const hits = sample.matcher.find(text)
  const named = new Set(hits.map(({ subject }) => subject))
  const sentiment =
    position === 1 || chanceOf(`${question.prompt} ${engine.id} ${day} feels`) < 0.4 ? 'positive' : 'neutral'
  return [
    ctx.db.insert(checks).values({
      ...{ id, organizationId, projectId, scanId, engine: engine.id, promptId: `custom-${question.id}` },
      ...{ language: 'en', capturedAt, mentioned: named.has('own') },
      ownedSourceCited: cited.some(({ domain }) => domain === acme.domain),
      position,
      sentiment: named.has('own') ? sentiment : null,
      competitorIds: sample.competitors.filter(({ id }) => named.has(id)).map(({ id }) => id),
      discovered: [],
      ...{ modelReported: engine.model(back), searched: true, instructionsVersion: 1, matcherVersion },
      ...{ zdrEnforced: false, finishReason: 'stop', judgedAt: capturedAt },
      ...costOf(ctx, engine.id),
    }),
    ctx.db.insert(answers).values({
      ...{ checkId: id, prompt: question.prompt, answer: text, excerpt },
      ...{ queries: [question.prompt], cited, consulted: [], matches: hits, decided: {} },
    }),
  ]
}

/** The usual tokens of an answer with web search, at the list price of its engine, as an estimate assumes them. */
function costOf(ctx: Context, engineId: string) {
  const engine = ctx.engines.list.find(({ id }) => id === engineId)
  if (!engine) return {}
  const { input, output, ...usual } = meanOf(engine, true)
  return { promptTokens: input, outputTokens: output, ...usual }
}

function planOf({ prompts }: Sample) {
  return {
    prompts: prompts.map(({ id, prompt }) => ({ id: `custom-${id}`, prompt })),
    ...{ sequences: [], engines: engines.map(({ id }) => id), searching: [], skipped: [], languages: ['en'] },
    ...{ promptLanguage: 'en', trackWithoutSearch: false, enforceZdr: false, nonZdrApprovedEngines: [] },
    only: null,
  }
}
