import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Caller } from '../../keys/model.ts'
import { getProject } from '../projects/service.ts'
import { projects } from '../projects/table.ts'
import { trafficSites } from './table.ts'

/** The sites whose visits a project shows: its own, and for the oldest project those without a project. */
export async function findSites(
  ctx: Context,
  caller: Pick<Caller, 'organization'>,
  projectId: string,
): Promise<number[]> {
  const project = await getProject(ctx, caller, projectId)
  const oldest = sql`(select id from ${projects} where organization_id = ${project.organizationId}
    order by created_at, id limit 1)`
  const rows = await ctx.db
    .select({
      id: trafficSites.id,
      isOwn: sql<number>`project_id = ${projectId} or ${projectId} = ${oldest}`,
    })
    .from(trafficSites)
    .where(
      and(
        eq(trafficSites.organizationId, project.organizationId),
        inArray(trafficSites.projectId, [projectId, '']),
      ),
    )
  return rows.filter(({ isOwn }) => isOwn).map(({ id }) => id)
}

/** The condition, in SQL, for the row of `traffic_sites` that the first two items of a JSON value name. */
export const siteOf = (value: string) =>
  `traffic_sites.organization_id = ${value} ->> 0 and traffic_sites.project_id = ${value} ->> 1`
