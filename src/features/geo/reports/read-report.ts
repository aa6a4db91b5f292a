import { eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { findPromptGaps } from '../gaps/service.ts'
import { geoSettings } from '../settings/table.ts'
import { readCompetitorShare } from '../visibility/competitors.ts'
import { readOverview } from '../visibility/overview.ts'
import { readTimeseries } from '../visibility/timeseries.ts'
import { lastDayOf, windowOf } from '../visibility/window.ts'
import type { SharedReport } from './links.ts'

export type Report = Awaited<ReturnType<typeof readReport>>

/** Reads the figures of a report. */
export async function readReport(ctx: Context, { projectId, organization, query, expiresAt }: SharedReport) {
  const caller = { organization }
  const [overview, timeseries, share, { promptGaps }, [settings]] = await Promise.all([
    readOverview(ctx, caller, projectId, query),
    readTimeseries(ctx, caller, projectId, query),
    readCompetitorShare(ctx, caller, projectId, query),
    findPromptGaps(ctx, projectId, { maxAnswers: Number.POSITIVE_INFINITY }),
    ctx.db
      .select({ companyName: geoSettings.companyName })
      .from(geoSettings)
      .where(eq(geoSettings.projectId, projectId)),
  ])
  const { from, to } = windowOf(query, ctx.now())
  return {
    company: settings?.companyName ?? organization.name,
    from: from ?? ctx.now(),
    to: lastDayOf(to, ctx.now()),
    expiresAt,
    overview,
    timeseries,
    share,
    gaps: promptGaps.filter(({ branded }) => !branded),
    engines: new Map(
      ctx.engines.list.map(({ id, label, search }) => [id, { label, searches: search.supported }]),
    ),
  }
}
