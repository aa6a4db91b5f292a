import { sql } from 'drizzle-orm'
import { t } from 'elysia'
import { type Engine, standardPrice } from '../../../ai/engines/engine.ts'
import { isPage } from '../../../ai/engines/kind-of-answer.ts'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { integer } from '../../../http/fields.ts'
import type { Caller } from '../../keys/model.ts'
import { Organization } from '../../organizations/model.ts'
import { getProject } from '../projects/service.ts'
import { findSettings } from '../settings/record.ts'
import { SkippedPart } from './model.ts'
import { countAnswers, type Task, tasksOf } from './plan.ts'
import { planProject } from './plan-project.ts'
import { notSetUp } from './service.ts'
import type { Plan } from './table.ts'

/** The questions and the cost of a scan (contract geo 23). */
export const Estimate = t.Object({
  checks: integer,
  searches: integer,
  tokens: t.Object({ input: integer, output: integer }),
  cents: t.Number(),
  /** The basis of tokens and price: earlier answers to this project, or the catalog. */
  basis: t.Union([t.Literal('catalog'), t.Literal('recorded')]),
  prompts: integer,
  conversations: integer,
  engines: t.Array(t.String()),
  languages: t.Array(t.String()),
  skipped: t.Array(SkippedPart),
  /** Why a scan would have no questions. */
  nothingToAsk: t.Nullable(t.String()),
  organization: Organization,
})

/** Averages of one answer of an engine. */
type AverageAnswer = { input: number; output: number; searches: number; cents: number }

/**
 * Assumed tokens before an engine has answered. With search, an engine also reads the pages that it finds.
 */
const usual = {
  searching: { input: 8000, output: 800, searches: 1 },
  plain: { input: 200, output: 700, searches: 0 },
  page: { input: 0, output: 0, searches: 1 },
}

/** Returns the averages of an engine from its catalog price. */
export function meanOf(engine: Engine, search: boolean): AverageAnswer {
  const mean = isPage(engine) ? usual.page : search ? usual.searching : usual.plain
  const { price } = engine
  const { input, output, perSearch } = price ?? standardPrice
  const dollars = (mean.input * input + mean.output * output) / 1_000_000 + mean.searches * perSearch
  return { ...mean, cents: dollars * 100 }
}

/** The key of an engine's averages, separate with and without search. */
const meanKey = (engine: string, isTwin: boolean) => `${isTwin ? 'twin' : 'usual'} ${engine}`

/** Sums the averages of tasks. Uses the catalog for all if one of the engines has not answered before. */
function sumUp(
  tasks: Task[],
  recorded: Map<string, AverageAnswer>,
  catalogMean: (task: Task) => AverageAnswer,
) {
  const sum: AverageAnswer = { input: 0, output: 0, searches: 0, cents: 0 }
  let basis: 'catalog' | 'recorded' = tasks.length > 0 ? 'recorded' : 'catalog'
  for (const task of tasks) {
    const known = recorded.get(meanKey(task.engine, task.isTwin))
    if (!known) basis = 'catalog'
    const mean = known ?? catalogMean(task)
    for (const part of ['input', 'output', 'searches', 'cents'] as const)
      sum[part] += mean[part] * task.turns.length
  }
  return {
    searches: Math.round(sum.searches),
    tokens: { input: Math.round(sum.input), output: Math.round(sum.output) },
    cents: Math.round(sum.cents * 100) / 100,
    basis,
  }
}

/** Estimates the questions and the cost of a scan that starts now. */
export async function estimateScan(ctx: Context, caller: Pick<Caller, 'organization'>, projectId: string) {
  await getProject(ctx, caller, projectId)
  const settings = await findSettings(ctx, projectId)
  if (!settings) throw notFound(notSetUp)
  const { plan, nothing } = await planProject(ctx, caller.organization.id, settings)
  const estimate = await estimatePlan(ctx, projectId, plan)
  return { ...estimate, nothingToAsk: nothing, organization: caller.organization }
}

/** Estimates the questions and the cost of a plan. */
export async function estimatePlan(ctx: Context, projectId: string, plan: Plan) {
  const recorded = await readMeans(ctx, projectId)
  const tasks = tasksOf(plan)
  const byId = new Map(ctx.engines.list.map((engine) => [engine.id, engine]))
  const { prompts, sequences, engines, languages, skipped } = plan
  return {
    checks: countAnswers(tasks),
    ...sumUp(tasks, recorded, ({ engine: id, search }) => {
      const engine = byId.get(id)
      return engine ? meanOf(engine, search) : { input: 0, output: 0, searches: 0, cents: 0 }
    }),
    prompts: prompts.length,
    conversations: sequences.length,
    engines,
    languages,
    skipped,
  }
}

/** The number of newest answers that averages are based on. */
const maxRead = 1000

/** Returns the averages of a project's answers by engine. */
async function readMeans(ctx: Context, projectId: string): Promise<Map<string, AverageAnswer>> {
  const rows = await ctx.db.all<AverageAnswer & { engine: string; isTwin: number }>(sql`
    select engine, is_twin as isTwin, avg(coalesce(prompt_tokens, 0)) as input, avg(coalesce(output_tokens, 0)) as output,
      avg(coalesce(searches, 0)) as searches, avg(coalesce(cents, 0)) as cents
    from (
      select * from geo_checks where project_id = ${projectId} order by captured_at desc, id desc limit ${maxRead}
    ) group by engine, is_twin`)
  return new Map(rows.map(({ engine, isTwin, ...mean }) => [meanKey(engine, isTwin === 1), mean]))
}
