import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { t } from 'elysia'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { integer, oneOf, text as textField } from '../../../http/fields.ts'
import { offsetOf, Pagination, pageQuery, toPagination } from '../../../http/paging.ts'
import { runInSlices } from '../../../slices.ts'
import type { Caller } from '../../keys/model.ts'
import { Organization } from '../../organizations/model.ts'
import { getProject } from '../projects/service.ts'
import { findEchoTest, type IsEchoOf } from '../prompts/echoes.ts'
import { rankOf, turnOf } from '../scans/answer-counts.ts'
import { answers, checks, sentiments } from '../scans/table.ts'
import { findSubjects } from '../settings/subjects.ts'
import { type Brands, brandsIn, findBrands } from './brands.ts'
import { findLatest, type LatestAnswer } from './latest-answers.ts'
import { type Answers, readAnswers, toWindows } from './read-answers.ts'
import { findScope, type ReadScope } from './read-scope.ts'
import { ownershipOf, type Site } from './sources/cited-sites.ts'
import { ownerships } from './sources/model.ts'
import { ofSurface } from './surface.ts'
import { type WindowQuery, windowFields } from './window.ts'

export const Source = t.Object({ title: t.Nullable(t.String()), url: t.String(), domain: t.String() })

const texts = t.Array(t.String())
const summary = {
  /** The id of the answer, for reading it alone. */
  id: t.String(),
  scanId: t.String(),
  /** As stored, with the prefix `custom-` or `sequence-` (contract geo 2). */
  promptId: t.String(),
  engine: t.String(),
  language: t.String(),
  turn: integer,
  prompt: t.String(),
  /** False if a page has no answer of an AI: it neither names the brand nor leaves it out. */
  shown: t.Boolean(),
  mentioned: t.Boolean(),
  /** Whether the answer names the brand only by repeating the question. Such an answer is no mention in `basket`. */
  echo: t.Boolean(),
  ownedSourceCited: t.Boolean(),
  position: t.Nullable(integer),
  sentiment: t.Nullable(oneOf(sentiments)),
  /** Tracked ones first, by their current names. */
  competitors: texts,
  lastCheckedAt: t.String(),
}
const text = {
  answer: t.String(),
  excerpt: t.Nullable(t.String()),
  searchQueries: texts,
  sources: t.Array(Source),
}

const ResultSummary = t.Object(summary)
const PromptResult = t.Object({ ...summary, ...text })

/** The position of a name in an answer, in UTF-16 units; `brand` if it is the project's own. */
const Match = t.Object({
  name: t.String(),
  isOwn: t.Boolean(),
  term: t.String(),
  start: integer,
  end: integer,
  isSure: t.Boolean(),
})

/** A source and its owner. */
export const OwnedSource = t.Object({
  ...Source.properties,
  ownership: oneOf(ownerships),
  /** The competitor that owns it. */
  competitor: t.Nullable(t.String()),
})

const FullResult = t.Object({
  ...summary,
  ...text,
  sources: t.Array(OwnedSource),
  /** Sources that the engine read but did not cite. */
  consulted: t.Array(OwnedSource),
  /** The answer before it of the same engine to the same prompt. */
  previous: t.Nullable(t.Object({ id: t.String(), lastCheckedAt: t.String() })),
  matches: t.Array(Match),
  modelReported: t.Nullable(t.String()),
  /** Who read a page, and for which place; null for an API. */
  page: t.Nullable(t.String()),
  searched: t.Nullable(t.Boolean()),
  truncated: t.Boolean(),
})

export const PromptResults = t.Object({
  configured: t.Boolean(),
  results: t.Array(PromptResult),
  organization: Organization,
})
export const SummaryQuery = t.Object({
  ...pageQuery(50),
  ...windowFields,
  engine: t.Optional(textField('engine', 1, 128, { description: 'Only answers of this engine.' })),
  promptId: t.Optional(
    textField('promptId', 1, 128, {
      description: 'Only answers to this prompt, by the ID of the prompt or the ID stored with its answers.',
    }),
  ),
})
export type SummaryQuery = typeof SummaryQuery.static
export const ResultSummaries = t.Object({
  configured: t.Boolean(),
  results: t.Array(ResultSummary),
  pagination: Pagination,
  organization: Organization,
})
export const OneResult = t.Object({ result: FullResult, organization: Organization })

type CheckRow = typeof checks.$inferSelect
type AnswerRow = typeof answers.$inferSelect

/** What decides which names an answer has, and whether it only repeats its question. */
type Names = { brands: Brands; isEchoOf: IsEchoOf }

async function findNames(ctx: Context, projectId: string): Promise<Names> {
  const [brands, isEchoOf] = await Promise.all([findBrands(ctx, projectId), findEchoTest(ctx, projectId)])
  return { brands, isEchoOf }
}

/** Converts an answer without its text. */
function toSummary({ brands, isEchoOf }: Names, row: CheckRow, answer: AnswerRow) {
  const { tracked, discovered } = brandsIn(brands, row)
  return {
    id: row.id,
    scanId: row.scanId,
    promptId: row.promptId,
    engine: row.engine,
    language: row.language,
    turn: row.turn,
    prompt: answer.prompt,
    shown: row.shown,
    mentioned: row.mentioned,
    echo: isEchoOf(row, answer),
    ownedSourceCited: row.ownedSourceCited,
    position: row.position,
    sentiment: row.sentiment,
    competitors: [...tracked.map((id) => brands.byId.get(id)?.name ?? id), ...discovered],
    lastCheckedAt: row.capturedAt.toISOString(),
  }
}

function toResult(names: Names, row: CheckRow, stored: AnswerRow) {
  const { answer, excerpt, queries, cited } = stored
  return { ...toSummary(names, row, stored), answer, excerpt, searchQueries: queries, sources: cited }
}

/** Converts an answer with all details and current names. */
function toFullResult(names: Names, sites: Site[], row: CheckRow, answer: AnswerRow) {
  const withOwner = (source: typeof Source.static) => ({ ...source, ...ownershipOf(source.domain, sites) })
  return {
    ...toResult(names, row, answer),
    sources: answer.cited.map(withOwner),
    consulted: answer.consulted.map(withOwner),
    matches: answer.matches.map(({ subject, ...match }) => ({
      ...match,
      name: names.brands.byId.get(subject)?.name ?? match.term,
      isOwn: subject === 'own',
    })),
    modelReported: row.modelReported,
    page: row.page,
    searched: row.searched,
    truncated: row.finishReason === 'length',
  }
}

/** Lists the latest answer for each prompt and engine with its text, newest first. */
export async function listResults(ctx: Context, caller: Caller, projectId: string, query: WindowQuery) {
  const { organization } = caller
  const scope = await findScope(ctx, caller, projectId, query)
  if (!scope) return { configured: false, results: [], organization }
  const [latest, names] = await Promise.all([findNewest(ctx, scope), findNames(ctx, projectId)])
  const rows = await findChecks(ctx, latest)
  const results = rows.map(({ check, answer }) => toResult(names, check, answer))
  return { configured: true, results, organization }
}

/** Lists the latest answers without text, in pages. */
export async function listSummaries(ctx: Context, caller: Caller, projectId: string, query: SummaryQuery) {
  const { organization } = caller
  const { page, limit } = query
  const scope = await findScope(ctx, caller, projectId, query)
  if (!scope) {
    return { configured: false, results: [], pagination: toPagination(page, limit, 0), organization }
  }
  const [newest, names] = await Promise.all([findNewest(ctx, scope), findNames(ctx, projectId)])
  const latest = newest.filter((each) => isWanted(each, query))
  const offset = offsetOf(page, limit)
  const rows = await findChecks(ctx, latest.slice(offset, offset + limit))
  return {
    configured: true,
    results: rows.map(({ check, answer }) => toSummary(names, check, answer)),
    pagination: toPagination(page, limit, latest.length),
    organization,
  }
}

const isWanted = (answer: LatestAnswer, { engine, promptId }: SummaryQuery) =>
  (engine === undefined || answer.engine === engine) &&
  (promptId === undefined || answer.promptId === promptId || answer.promptId === `custom-${promptId}`)

/** Returns an answer with all details. */
export async function getResult(ctx: Context, caller: Caller, projectId: string, checkId: string) {
  await getProject(ctx, caller, projectId)
  const [found] = await ctx.db
    .select({ check: checks, answer: answers })
    .from(checks)
    .innerJoin(answers, eq(answers.checkId, checks.id))
    .where(and(eq(checks.id, checkId), eq(checks.projectId, projectId)))
  if (!found) throw notFound('Answer not found')
  const [names, subjects, previous] = await Promise.all([
    findNames(ctx, projectId),
    findSubjects(ctx, projectId),
    findPrevious(ctx, found.check),
  ])
  const result = toFullResult(names, subjects ?? [], found.check, found.answer)
  return { result: { ...result, previous }, organization: caller.organization }
}

/** Returns the answer before another one of the same engine to the same question. */
async function findPrevious(ctx: Context, check: CheckRow) {
  const { projectId, promptId, engine, turn, language, isTwin, capturedAt } = check
  const [found] = await ctx.db
    .select({ id: checks.id, capturedAt: checks.capturedAt })
    .from(checks)
    .where(
      and(
        ...[eq(checks.projectId, projectId), eq(checks.promptId, promptId), eq(checks.engine, engine)],
        ...[eq(checks.turn, turn), eq(checks.language, language), eq(checks.isTwin, isTwin)],
        lt(checks.capturedAt, capturedAt),
      ),
    )
    .orderBy(desc(checks.capturedAt))
    .limit(1)
  return found ? { id: found.id, lastCheckedAt: found.capturedAt.toISOString() } : null
}

/** The newest answers of a scope; of all surfaces unless the query names one. */
async function findNewest(ctx: Context, scope: ReadScope) {
  const all = { ...(await readAnswers(ctx, scope)), before: [] }
  const answers = scope.query.surface === undefined ? all : ofSurface(all, scope.surface)
  const latest = await runInSlices(latestOf(answers, scope.promptLanguage))
  return latest.sort(
    (a, b) =>
      b.tally.capturedAt - a.tally.capturedAt || rankOf(b.tally, b.answer) - rankOf(a.tally, a.answer),
  )
}

function* latestOf(answers: Answers, promptLanguage: string) {
  const { grid, stored } = yield* toWindows(answers, { turns: 'all' })
  return yield* findLatest({ ...grid, rows: stored }, promptLanguage)
}

/** Returns the rows of some answers in the same order. */
export async function findChecks(ctx: Context, latest: LatestAnswer[]) {
  const keys = latest.map(({ promptId, engine, tally, answer }) => [
    ...[tally.scanId, engine, promptId, turnOf(tally, answer), tally.language],
  ])
  const wanted = (place: number) => sql`wanted.value ->> ${sql.raw(String(place))}`
  const rows = await ctx.db
    .select({ place: sql<number>`wanted.key`, check: checks, answer: answers })
    .from(sql`json_each(${JSON.stringify(keys)}) as wanted`)
    .innerJoin(
      checks,
      and(
        eq(checks.scanId, wanted(0)),
        eq(checks.engine, wanted(1)),
        eq(checks.promptId, wanted(2)),
        eq(checks.turn, wanted(3)),
        eq(checks.language, wanted(4)),
        eq(checks.isTwin, false),
      ),
    )
    .innerJoin(answers, eq(answers.checkId, checks.id))
  return rows.sort((a, b) => a.place - b.place)
}
