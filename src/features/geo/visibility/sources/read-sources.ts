import { and, eq, gte, lt, sql } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import type { Caller } from '../../../keys/model.ts'
import { citations } from '../../scans/table.ts'
import { findSubjects } from '../../settings/subjects.ts'
import { findScope } from '../read-scope.ts'
import { surfaceOfEngine } from '../surface.ts'
import type { Window, WindowQuery } from '../window.ts'
import { type Citation, toPages, toSites } from './cited-sites.ts'

/** Returns the sites and pages that engines of a surface cite in a window, and their owners. */
export async function readSources(ctx: Context, caller: Caller, projectId: string, query: WindowQuery) {
  const { organization } = caller
  const scope = await findScope(ctx, caller, projectId, query)
  if (!scope) return { configured: false, domains: [], pages: [], organization }
  const [all, subjects] = await Promise.all([
    findCitations(ctx, projectId, scope.window),
    findSubjects(ctx, projectId),
  ])
  const found = all.filter(({ engine }) => surfaceOfEngine(ctx.engines, engine) === scope.surface)
  const sites = subjects ?? []
  return { configured: true, domains: toSites(found, sites), pages: toPages(found, sites), organization }
}

function findCitations(ctx: Context, projectId: string, { from, to }: Window): Promise<Citation[]> {
  const { engine, url, domain, title, capturedAt, cited, consulted } = citations
  return ctx.db
    .select({
      ...{ engine, url, domain },
      title: sql<string | null>`max(${title})`,
      cited: sql<number>`sum(${cited})`,
      consulted: sql<number>`sum(${consulted})`,
    })
    .from(citations)
    .where(
      and(
        eq(citations.projectId, projectId),
        from ? gte(capturedAt, from) : undefined,
        to ? lt(capturedAt, to) : undefined,
      ),
    )
    .groupBy(url, engine)
}
