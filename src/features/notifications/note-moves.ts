import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { readMeasures } from '../geo/visibility/measures.ts'
import type { Organization } from '../organizations/model.ts'
import { organizations } from '../organizations/table.ts'
import { visibilityMoves } from './table.ts'

type Project = {
  id: string
  name: string
  newest: string | null
  judged: string | null
  direction: number | null
}

/**
 * Judges the newest scan of each project whose team wants to know, once: whether the mentions of the brand moved
 * beyond chance in the last 30 days. A move is noted when its direction changes, not again with each scan.
 */
export async function noteMoves(ctx: Context, signal: AbortSignal): Promise<void> {
  for (const organization of await findInterested(ctx)) {
    const projects = await ctx.db.all<Project>(sql`
      select projects.id, projects.name, moves.scan_id as judged, moves.direction,
        (select id from geo_scans where project_id = projects.id and status = 'completed'
          order by created_at desc, id desc limit 1) as newest
      from projects left join visibility_moves as moves on moves.project_id = projects.id
      where projects.organization_id = ${organization.id}`)
    for (const project of projects) {
      if (signal.aborted) return
      if (project.newest !== null && project.newest !== project.judged)
        await judge(ctx, organization, project, project.newest)
    }
  }
}

/** The organizations with a rule for changes in visibility or for the digest. */
const findInterested = (ctx: Context): Promise<Organization[]> => {
  const { id, slug, name, logo } = organizations
  return ctx.db
    .select({ id, slug, name, logo })
    .from(organizations)
    .where(sql`${id} in (
      select organization_id from notification_rules, json_each(notification_rules.kinds) as kind
      where kind.value in ('visibility', 'digest'))`)
}

async function judge(ctx: Context, organization: Organization, project: Project, scanId: string) {
  const { measures } = await readMeasures(ctx, { organization }, project.id, {})
  const { verdict, from, to, delta } = measures.find(({ kind }) => kind === 'brand')?.comparison ?? {}
  const direction = verdict === 'moved' ? Math.sign(delta ?? 0) : 0
  // Before the first judged scan, nothing is known that could have changed.
  const isNew = project.judged !== null && direction !== 0 && direction !== project.direction
  const news = isNew
    ? { title: `${project.name}: mentions ${percent(from)} → ${percent(to)}`, movedAt: ctx.now() }
    : {}
  const judged = { scanId, direction, ...news }
  await ctx.db
    .insert(visibilityMoves)
    .values({ projectId: project.id, organizationId: organization.id, ...judged })
    .onConflictDoUpdate({
      target: visibilityMoves.projectId,
      set: judged,
      // Another process may have judged it.
      setWhere: eq(visibilityMoves.scanId, project.judged ?? ''),
    })
}

const percent = (rate: number | null | undefined) => `${Math.round((rate ?? 0) * 100)}%`
