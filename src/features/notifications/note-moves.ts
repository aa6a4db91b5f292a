import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { isForeignKeyViolation } from '../../db/errors.ts'
import { describeError } from '../../explain.ts'
import { describeConfirmed } from '../geo/reports/words.ts'
import { type StoredAlert, visibilityMoves } from '../geo/visibility/table.ts'
import { testChanges } from '../geo/visibility/test-changes.ts'

const notTested = 'The visibility of a project could not be tested for changes. Trying again in a minute.'

type Project = {
  id: string
  organizationId: string
  name: string
  newest: string
  judged: string | null
  alerts: string | null
  movedAt: number | null
}

/** The newest counts of each database when all projects were tested last. */
const testedCounts = new WeakMap<Db, string>()

/**
 * Tests the rates of each project after its newest scan, once per scan, and stores what changed beyond chance. A change
 * of the brand is news, except in the first test of a project.
 */
export async function noteMoves(ctx: Context, signal: AbortSignal): Promise<void> {
  // Each scan that ends stores counts. Without new ones, the projects need not be read.
  const counts = JSON.stringify(
    await ctx.db.all<object>(sql`select rowid, scan_id from geo_tallies order by rowid desc limit 1`),
  )
  if (testedCounts.get(ctx.db) === counts) return
  const projects = await ctx.db.all<Project>(sql`
    select id, organization_id as organizationId, name, newest, judged, alerts,
      moved_at as movedAt from (
      select projects.id, projects.organization_id, projects.name, moves.scan_id as judged, moves.alerts,
        moves.moved_at,
        (select id from geo_scans where project_id = projects.id and status = 'completed'
          order by created_at desc, id desc limit 1) as newest
      from projects join geo_settings on geo_settings.project_id = projects.id
      left join visibility_moves as moves on moves.project_id = projects.id)
    where newest is not judged`)
  let failed = 0
  for (const project of projects) {
    if (signal.aborted) return
    await judge(ctx, project).catch((error) => {
      if (signal.aborted) throw error
      if (isForeignKeyViolation(error)) return // It was deleted.
      failed += 1
      ctx.log.error({ projectId: project.id, error: describeError(error) }, notTested)
    })
  }
  if (failed === 0) testedCounts.set(ctx.db, counts)
}

async function judge(ctx: Context, { id: projectId, organizationId, name, ...project }: Project) {
  const earlier = JSON.parse(project.alerts ?? '[]') as StoredAlert[]
  const { alerts, found } = await testChanges(ctx, projectId, earlier)
  const ofBrand = found.find(({ kind }) => kind === 'brand')
  // Earlier versions reported changes without storing them.
  const wasReported =
    earlier.length === 0 && project.movedAt !== null && (ofBrand?.since ?? 0) <= project.movedAt
  const news =
    ofBrand && project.judged !== null && !wasReported
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
