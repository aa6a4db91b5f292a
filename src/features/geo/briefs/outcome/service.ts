import { eq } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { findFullScans, findTallies } from '../../scans/tallies/service.ts'
import { geoSettings } from '../../settings/table.ts'
import { remember } from '../../visibility/memory/service.ts'
import { survey } from '../../visibility/survey/rules.ts'
import type { Outcome } from './model.ts'
import { courseOf, type Measured, readOutcome, spanOf } from './rules.ts'

/** What became of the answers that a brief was to change; null as long as nothing can be told. */
export async function findOutcome(ctx: Context, projectId: string, brief: Measured): Promise<Outcome | null> {
  const outcomes = await findOutcomes(ctx, projectId, [brief])
  return outcomes.get(brief.id) ?? null
}

/** The same of many briefs of a project at once, by their ids: their answers are read once. */
export async function findOutcomes(
  ctx: Context,
  projectId: string,
  briefs: Measured[],
): Promise<ReadonlyMap<string, Outcome>> {
  const courses = briefs.flatMap((brief) => courseOf(brief) ?? [])
  if (courses.length === 0) return new Map()
  const [settings] = await ctx.db
    .select({ promptLanguage: geoSettings.promptLanguage })
    .from(geoSettings)
    .where(eq(geoSettings.projectId, projectId))
  if (!settings) return new Map()
  const { promptLanguage } = settings
  const span = spanOf(courses)
  const name = `outcomes ${promptLanguage} ${JSON.stringify(courses)}`
  return remember(ctx, projectId, name, { ...span, before: null }, async () => {
    const [tallies, fullScans] = await Promise.all([
      findTallies(ctx, projectId, span),
      findFullScans(ctx, projectId, span),
    ])
    const laid = survey(tallies.filter(({ isTwin }) => !isTwin))
    return new Map(
      courses.flatMap((course) => {
        const outcome = readOutcome(laid, fullScans, course, promptLanguage)
        return outcome ? [[course.briefId, outcome] as const] : []
      }),
    )
  })
}
