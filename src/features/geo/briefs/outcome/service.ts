import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { posts } from '../../../posts/table.ts'
import { findFullScans, findTallies } from '../../scans/tallies/service.ts'
import { geoSettings } from '../../settings/table.ts'
import { remember } from '../../visibility/memory/service.ts'
import { survey } from '../../visibility/survey/rules.ts'
import type { Outcome } from './model.ts'
import { type Course, courseOf, type Measured, type Measurement, readOutcome, spanOf } from './rules.ts'

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
  const [measured, published] = await Promise.all([
    measure(ctx, projectId, courses),
    findPublished(ctx, briefs),
  ])
  return new Map(
    [...measured].map(([id, measurement]) => [id, { published: published.has(id), ...measurement }]),
  )
}

/** Of some briefs those whose posts anybody can read, by their ids. */
async function findPublished(ctx: Context, briefs: Measured[]): Promise<ReadonlySet<string>> {
  const postIds = briefs.flatMap(({ postId }) => postId ?? [])
  const rows = await ctx.db
    .select({ id: posts.id })
    .from(posts)
    .where(and(inArray(posts.id, postIds), eq(posts.status, 'published')))
  const published = new Set(rows.map(({ id }) => id))
  return new Set(briefs.flatMap(({ id, postId }) => (postId && published.has(postId) ? id : [])))
}

async function measure(
  ctx: Context,
  projectId: string,
  courses: Course[],
): Promise<ReadonlyMap<string, Measurement>> {
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
