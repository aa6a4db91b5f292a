import { and, asc, desc, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { findPromptGaps } from '../geo/gaps/service.ts'
import { projects } from '../geo/projects/table.ts'
import { scans } from '../geo/scans/table.ts'
import { geoSettings } from '../geo/settings/table.ts'
import { readOverview } from '../geo/visibility/overview.ts'
import type { Caller } from '../keys/model.ts'
import type { Home } from './model.ts'

/** The number of scans that a comparison needs in each of two windows. */
const scansToCompare = 5

/** The shortest usual window with enough scans for a comparison, in days. */
const daysFor = (hours: number) => [30, 90].find((days) => days * 24 >= scansToCompare * hours) ?? 365

/** Returns the figures of the organization's first project; null if none is set up. */
export async function readHomeVisibility(ctx: Context, caller: Caller): Promise<Home['visibility']> {
  const [project] = await ctx.db
    .select({
      id: projects.id,
      isScanned: geoSettings.enabled,
      hours: geoSettings.scanIntervalHours,
    })
    .from(projects)
    .innerJoin(geoSettings, eq(geoSettings.projectId, projects.id))
    .where(eq(projects.organizationId, caller.organization.id))
    .orderBy(asc(projects.createdAt), asc(projects.id))
    .limit(1)
  if (!project) return null
  const days = daysFor(project.isScanned ? project.hours : 24)
  const [{ brand }, { promptGaps }, [scan]] = await Promise.all([
    readOverview(ctx, caller, project.id, { days }),
    findPromptGaps(ctx, project.id, { maxAnswers: Number.POSITIVE_INFINITY }),
    ctx.db
      .select({ saved: scans.saved, planned: scans.planned, startedAt: scans.startedAt })
      .from(scans)
      .where(and(eq(scans.projectId, project.id), eq(scans.status, 'running')))
      .orderBy(desc(scans.createdAt))
      .limit(1),
  ])
  const { mentionRate, interval, mentions, n, basket, comparison } = brand
  return {
    projectId: project.id,
    days,
    brand: { mentionRate, interval, mentions, n, basket, comparison },
    gaps: promptGaps.filter(({ confident, brief }) => confident && brief === null).length,
    scan: scan ? { ...scan, startedAt: scan.startedAt.toISOString() } : null,
  }
}
