import { sql } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { notFound } from '../../../../errors.ts'
import type { Caller } from '../../../keys/model.ts'
import { getProject } from '../../projects/service.ts'
import { findSettings } from '../../settings/record.ts'
import { planProject } from '../plan/record.ts'
import { countAnswers, tasksOf } from '../plan/rules.ts'
import { notSetUp } from '../service.ts'
import type { Plan } from '../table.ts'
import type { Mean } from './model.ts'
import { meanKey, meanOf, sumUp } from './rules.ts'

/** What a scan that began now would ask, and what that would cost. */
export async function estimateScan(ctx: Context, caller: Pick<Caller, 'organization'>, projectId: string) {
  await getProject(ctx, caller, projectId)
  const settings = await findSettings(ctx, projectId)
  if (!settings) throw notFound(notSetUp)
  const { plan, nothing } = await planProject(ctx, caller.organization.id, settings)
  const estimate = await estimatePlan(ctx, projectId, plan)
  return { ...estimate, nothingToAsk: nothing, organization: caller.organization }
}

/** What a plan would ask, and what that would cost. */
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

/** Of so many of the newest answers. */
const mostRead = 1000

/** What the answers that a project got took on average, by engine. */
async function readMeans(ctx: Context, projectId: string): Promise<Map<string, Mean>> {
  const rows = await ctx.db.all<Mean & { engine: string; isTwin: number }>(sql`
    select engine, is_twin as isTwin, avg(coalesce(prompt_tokens, 0)) as input, avg(coalesce(output_tokens, 0)) as output,
      avg(coalesce(searches, 0)) as searches, avg(coalesce(cents, 0)) as cents
    from (
      select * from geo_checks where project_id = ${projectId} order by captured_at desc, id desc limit ${mostRead}
    ) group by engine, is_twin`)
  return new Map(rows.map(({ engine, isTwin, ...mean }) => [meanKey(engine, isTwin === 1), mean]))
}
