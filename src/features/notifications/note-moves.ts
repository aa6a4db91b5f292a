import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { isForeignKeyViolation } from '../../db/errors.ts'
import { describeError } from '../../explain.ts'
import { describeConfirmed } from '../geo/reports/words.ts'
import { testChanges } from '../geo/visibility/test-changes.ts'
import { type StoredAlert, visibilityMoves } from './table.ts'

const notTested = 'A project could not be tested for changes. Trying again in a minute.'

type Project = {
  id: string
  organizationId: string
  name: string
  newest: string
  judged: string | null
  alerts: string | null
}

/**
 * Tests the rates of each project after its newest scan, once per scan, and stores what changed beyond chance. A change
 * of the brand is news, except in the first test of a project.
 */
export async function noteMoves(ctx: Context, signal: AbortSignal): Promise<void> {
  const projects = await ctx.db.all<Project>(sql`
    select id, organization_id as organizationId, name, newest, judged, alerts from (
      select projects.id, projects.organization_id, projects.name, moves.scan_id as judged, moves.alerts,
        (select id from geo_scans where project_id = projects.id and status = 'completed'
          order by created_at desc, id desc limit 1) as newest
      from projects join geo_settings on geo_settings.project_id = projects.id
      left join visibility_moves as moves on moves.project_id = projects.id)
    where newest is not judged`)
  for (const project of projects) {
    if (signal.aborted) return
    await judge(ctx, project).catch((error) => {
      if (signal.aborted) throw error
      const isDeleted = isForeignKeyViolation(error)
      if (!isDeleted) ctx.log.error({ projectId: project.id, error: describeError(error) }, notTested)
    })
  }
}

async function judge(ctx: Context, { id: projectId, organizationId, name, ...project }: Project) {
  const earlier = JSON.parse(project.alerts ?? '[]') as StoredAlert[]
  const found = await testChanges(ctx, projectId, earlier)
  const isReplaced = ({ kind, id }: StoredAlert) => found.some((each) => each.kind === kind && each.id === id)
  const alerts = [...earlier.filter((alert) => !isReplaced(alert)), ...found]
  const ofBrand = found.find(({ kind }) => kind === 'brand')
  const news =
    ofBrand && project.judged !== null
      ? { title: `${name}: mentions ${describeConfirmed(ofBrand)}`, movedAt: ctx.now() }
      : {}
  const judged = { scanId: project.newest, alerts, ...news }
  await ctx.db
    .insert(visibilityMoves)
    .values({ projectId, organizationId, ...judged })
    .onConflictDoUpdate({
      target: visibilityMoves.projectId,
      set: judged,
      // Another process may have judged it.
      setWhere: eq(visibilityMoves.scanId, project.judged ?? ''),
    })
}
