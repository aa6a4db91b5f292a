import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { runInSlices, type Sliced } from '../../../slices.ts'
import { findAlert, maxWatchedScans, splitScans, type WatchedScans } from '../../../statistics/alert.ts'
import { isChanged } from '../../../statistics/comparison.ts'
import type { Panel } from '../../../statistics/panel.ts'
import { scans } from '../scans/table.ts'
import { type Row, strataByEngine } from './answer-grid.ts'
import { findBasketCells, type TrackedCells } from './basket/tracked-cells.ts'
import { countBrands } from './brand-counts.ts'
import { type Brands, findBrands } from './brands.ts'
import { countNaming, fillPanel, roundsIn, traitsOf, type Windows } from './comparison.ts'
import { createNaming } from './competitors.ts'
import { findTags, maxCompetitors } from './measures.ts'
import { readAnswers, toWindows } from './read-answers.ts'
import { scopeOf } from './read-scope.ts'
import { surfaceOfEngine } from './surface.ts'
import type { StoredAlert } from './table.ts'

/** The last change of each rate, and those among them that are new. */
type TestedChanges = { alerts: StoredAlert[]; found: StoredAlert[] }

/**
 * Tests the rates of the brand, of engines, competitors and tags for changes, after the newest round of scans. Each rate
 * is tested on the scans since its last change began; changes of what is no longer tracked are dropped.
 */
export async function testChanges(
  ctx: Context,
  projectId: string,
  earlier: StoredAlert[],
): Promise<TestedChanges> {
  const [scope, from] = await Promise.all([scopeOf(ctx, projectId), findFirstRound(ctx, projectId)])
  if (!scope || !from) return { alerts: earlier, found: [] }
  const [answers, { cells }, brands, tags] = await Promise.all([
    readAnswers(ctx, { projectId, window: { from, to: null, before: null } }),
    findBasketCells(ctx, scope),
    findBrands(ctx, projectId),
    findTags(ctx, projectId),
  ])
  if (!cells) return { alerts: earlier, found: [] }
  const { surface, promptLanguage: language, engines } = scope
  const isOfSurface = (engine: string) => surfaceOfEngine(ctx.engines, engine) === surface
  const found = await runInSlices(
    (function* () {
      const windows = yield* toWindows(answers, { language })
      return yield* testAll({ windows, surface, isOfSurface, cells, brands, tags, earlier })
    })(),
  )
  const isTracked = ({ kind, id }: StoredAlert) =>
    kind === 'brand' ||
    (kind === 'engine' && engines.includes(id)) ||
    (kind === 'competitor' && brands.byId.has(id)) ||
    (kind === 'tag' && tags.some(([tag]) => tag === id))
  const isReplaced = ({ kind, id }: StoredAlert) => found.some((each) => each.kind === kind && each.id === id)
  return { alerts: [...earlier.filter((each) => isTracked(each) && !isReplaced(each)), ...found], found }
}

/** Returns when the first of the newest rounds began; null if there are too few for a test. */
async function findFirstRound(ctx: Context, projectId: string): Promise<Date | null> {
  const { id, createdAt, status, cause } = scans
  const rounds = await ctx.db
    .select({ createdAt })
    .from(scans)
    .where(
      and(eq(scans.projectId, projectId), eq(status, 'completed'), inArray(cause, ['manual', 'recurring'])),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(maxWatchedScans)
  return splitScans(rounds.length) && (rounds.at(-1)?.createdAt ?? null)
}

type Watched = {
  windows: Windows
  surface: string
  isOfSurface: (engine: string) => boolean
  cells: TrackedCells
  brands: Brands
  tags: [string, string[]][]
  earlier: StoredAlert[]
}

/** A rate that is tested: its engines, and its prompts by their stored ids. */
type Subject = Pick<StoredAlert, 'kind' | 'id'> & {
  engines: string[]
  prompts: readonly string[]
  panel: Panel
}

function* testAll(watched: Watched): Sliced<StoredAlert[]> {
  const rounds = listRounds(watched.windows)
  const newest = rounds.at(-1)
  const found: StoredAlert[] = []
  for (const subject of newest ? yield* listSubjects(watched) : []) {
    const { kind, id, panel } = subject
    const last = watched.earlier.find((alert) => alert.kind === kind && alert.id === id)
    const readable = rounds.filter(({ endedAt }) => endedAt >= (last?.since ?? 0)).length
    const split = splitScans(rounds.length, readable)
    if (!newest || !split) continue
    const cells = cellsOf(watched.windows, subject, rounds, split)
    const alert = findAlert(panel, cells, kind === 'brand' ? 'brand' : 'part', split)
    yield
    if (!alert) continue
    const since = rounds[alert.first]?.endedAt ?? newest.endedAt
    found.push({ kind, id, direction: alert.direction, size: alert.size, since, at: newest.endedAt })
  }
  return found
}

type Round = { id: string; endedAt: number }

/** The rounds of a panel, in its order. */
const listRounds = ({ after, rounds }: Windows): Round[] =>
  [...roundsIn(after, rounds)].map((id) => ({
    id,
    endedAt: after.find(({ tally }) => rounds.roundOf(tally.scanId) === id)?.tally.capturedAt ?? 0,
  }))

/** The brand over its surface, each engine, and competitors and tags over the surface. */
function* listSubjects({ windows, surface, isOfSurface, cells, brands, tags }: Watched): Sliced<Subject[]> {
  const { grid, after, rounds } = windows
  const { engines, prompts } = cells
  const own = engines.filter(isOfSurface)
  const panel = yield* fillPanel(grid, after, rounds, countNaming())
  const tracked = new Set(prompts)
  const subjects: Subject[] = [
    { kind: 'brand', id: surface, engines: own, prompts, panel },
    ...engines.map((id) => ({ kind: 'engine' as const, id, engines: [id], prompts, panel })),
    ...tags.map(([id, tagged]) => {
      const ofTag = tagged.filter((promptId) => tracked.has(promptId))
      return { kind: 'tag' as const, id, engines: own, prompts: ofTag, panel }
    }),
  ]
  const { brands: counted } = yield* countBrands(after, brands)
  for (const { brand, competitorId } of counted
    .filter((each) => each.competitorId)
    .slice(0, maxCompetitors)) {
    const named = yield* fillPanel(grid, after, rounds, countNaming(createNaming(brands, brand)))
    subjects.push({ kind: 'competitor', id: competitorId ?? '', engines: own, prompts, panel: named })
  }
  return subjects
}

/** The cells of a rate whose engines did not change between the usual scans and the recent ones. */
function cellsOf(
  { grid, after, rounds }: Windows,
  { engines, prompts }: Subject,
  panelRounds: Round[],
  { usual, recent }: WatchedScans,
): number[] {
  const numbers = new Map(panelRounds.map(({ id }, number) => [id, number]))
  const questions = new Set(prompts)
  const strata = strataByEngine(grid)
  const rowsOf = (strata: number[], { from, to }: { from: number; to: number }): Row[] =>
    after.filter(({ stratum, tally, counted }) => {
      const number = numbers.get(rounds.roundOf(tally.scanId) ?? '') ?? -1
      return counted > 0 && strata.includes(stratum) && number >= from && number < to
    })
  return engines.flatMap((engine) => {
    const own = strata.get(engine) ?? []
    if (isChanged(traitsOf(rowsOf(own, usual)), traitsOf(rowsOf(own, recent)))) return []
    return own.flatMap((stratum) =>
      grid.questionIds.flatMap((id, question) =>
        questions.has(id) ? [stratum * grid.questions + question] : [],
      ),
    )
  })
}
