import { eq } from 'drizzle-orm'
import { t } from 'elysia'
import type { Context } from '../../../context.ts'
import { oneOf } from '../../../http/fields.ts'
import { runInSlices, type Sliced } from '../../../slices.ts'
import type { Comparison as Compared } from '../../../statistics/comparison.ts'
import { judgeRows } from '../../../statistics/rows.ts'
import type { Caller } from '../../keys/model.ts'
import { Organization } from '../../organizations/model.ts'
import { isCustom, toPromptId } from '../prompts/rules.ts'
import { prompts } from '../prompts/table.ts'
import { strataByEngine } from './answer-grid.ts'
import { findBasketCells, isUnbranded, type TrackedCells } from './basket/tracked-cells.ts'
import { countBrands } from './brand-counts.ts'
import { type Brands, findBrands } from './brands.ts'
import { countNaming, createCompare, toComparison, type Windows } from './comparison.ts'
import { createNaming } from './competitors.ts'
import { findConfirmed } from './confirmed-changes.ts'
import { compareText } from './latest-answers.ts'
import { Comparison } from './model.ts'
import { readAnswers, toWindows } from './read-answers.ts'
import { findScope, scopeKey } from './read-scope.ts'
import { cached } from './result-cache.ts'
import { windowsOfSurface } from './surface.ts'
import type { WindowQuery } from './window.ts'

/** What is measured, in the order in which it is listed: the brand over everything, or over a part. */
const kinds = ['brand', 'engine', 'competitor', 'tag', 'prompt'] as const
type Kind = (typeof kinds)[number]

const Measure = t.Object({
  kind: oneOf(kinds),
  /** The id of an engine, competitor or prompt, or the tag; empty for the brand. */
  id: t.String(),
  name: t.String(),
  comparison: Comparison,
})
type Measure = typeof Measure.static

export const Measures = t.Object({
  configured: t.Boolean(),
  measures: t.Array(Measure),
  organization: Organization,
})

/** Default number of days, as for gaps. */
const standardDays = 30
/** The competitors with the most mentions are compared. */
export const maxCompetitors = 10

/**
 * Compares the rates of the brand, engines, competitors, tags and prompts with the window before. Confirmed changes come
 * first, then those that moved between the windows, the largest difference first. `figures` is the context for reading answers.
 */
export async function readMeasures(
  ctx: Context,
  caller: Pick<Caller, 'organization'>,
  projectId: string,
  query: WindowQuery,
  figures = ctx,
) {
  const { organization } = caller
  const scope = await findScope(ctx, caller, projectId, query, standardDays)
  if (!scope) return { configured: false, measures: [], organization }
  const [{ cells, name }, brands, tags] = await Promise.all([
    findBasketCells(ctx, scope),
    findBrands(ctx, projectId),
    findTags(ctx, projectId),
  ])
  const named = Bun.hash(JSON.stringify([...brands.byId.values(), ...tags])).toString(36)
  const { surface, promptLanguage: language, window } = scope
  const key = scopeKey('measures', scope, name, named)
  const measures = await cached(figures, projectId, key, window, async () => {
    const answers = await readAnswers(figures, scope)
    const windows = await runInSlices(toWindows(answers, { language }))
    return runInSlices(compareAll({ windows, surface, cells, brands, tags }))
  })
  const confirm = await findConfirmed(ctx, scope)
  const confirmed = measures.map((each) => ({
    ...each,
    comparison: each.kind === 'prompt' ? each.comparison : confirm(each.comparison, each.kind, each.id),
  }))
  return { configured: true, measures: confirmed.sort(inOrder), organization }
}

/** Returns the stored ids of the prompts with each tag. */
export async function findTags(ctx: Context, projectId: string): Promise<[string, string[]][]> {
  const tagged = await ctx.db
    .select({ id: prompts.id, tags: prompts.tags })
    .from(prompts)
    .where(eq(prompts.projectId, projectId))
  const all = new Set(tagged.flatMap(({ tags }) => tags))
  return [...all]
    .sort(compareText)
    .map((tag) => [tag, tagged.filter(({ tags }) => tags.includes(tag)).map(({ id }) => `custom-${id}`)])
}

type Row = { kind: Kind; id: string; name: string; compared: Compared }

type MeasuredParts = {
  /** The answers of all engines. */
  windows: Windows
  surface: string
  cells: TrackedCells | null
  brands: Brands
  tags: [string, string[]][]
}

/** Compares each engine alone, and everything else over the engines of a surface. */
function* compareAll({ windows: all, surface, cells, brands, tags }: MeasuredParts): Sliced<Measure[]> {
  const windows = windowsOfSurface(all, surface)
  const { grid, after } = windows
  const isAsked = isUnbranded(cells)
  const compare = yield* createCompare(windows)
  const rows: Row[] = [{ kind: 'brand', id: '', name: '', compared: compare({ isAsked }) }]
  const compareEngine = yield* createCompare(all)
  for (const engine of strataByEngine(all.grid).keys()) {
    rows.push({ kind: 'engine', id: engine, name: engine, compared: compareEngine({ engine, isAsked }) })
    yield
  }
  const { brands: counted } = yield* countBrands(after, brands)
  for (const { brand, competitorId } of counted
    .filter((each) => each.competitorId)
    .slice(0, maxCompetitors)) {
    const compareNamed = yield* createCompare(windows, countNaming(createNaming(brands, brand)))
    rows.push({
      kind: 'competitor',
      id: competitorId ?? '',
      name: brand,
      compared: compareNamed({ isAsked }),
    })
  }
  for (const [tag, ids] of tags) {
    const ofTag = new Set(ids.filter(isAsked))
    if (ofTag.size < 2) continue
    rows.push({ kind: 'tag', id: tag, name: tag, compared: compare({ isAsked: (id) => ofTag.has(id) }) })
    yield
  }
  for (const promptId of grid.questionIds) {
    const name = cells?.texts[promptId]
    if (name === undefined || !isAsked(promptId)) continue
    const id = isCustom(promptId) ? toPromptId(promptId) : promptId
    rows.push({ kind: 'prompt', id, name, compared: compare({ isAsked: (each) => each === promptId }) })
    yield
  }
  return judge(rows)
}

/** Corrects the verdicts of each kind for the number of its rows (statistics: many rows). */
function judge(rows: Row[]): Measure[] {
  return [...Map.groupBy(rows, ({ kind }) => kind).values()].flatMap((ofKind) => {
    const verdicts = judgeRows(ofKind.map(({ compared }) => compared))
    return ofKind.map(({ compared, ...measure }, index) => ({
      ...measure,
      comparison: toComparison(compared, verdicts[index]),
    }))
  })
}

const sizeOf = ({ comparison: { verdict, delta } }: Measure) =>
  verdict === 'moved' ? Math.abs(delta ?? 0) : 0

const confirmedSizeOf = ({ comparison: { confirmed } }: Measure) => Math.abs(confirmed?.size ?? 0)

const inOrder = (a: Measure, b: Measure) =>
  confirmedSizeOf(b) - confirmedSizeOf(a) ||
  sizeOf(b) - sizeOf(a) ||
  kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
  compareText(a.name, b.name)
