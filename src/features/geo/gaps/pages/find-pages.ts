import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { once } from '../../../../db/prepared.ts'
import type { Caller } from '../../../keys/model.ts'
import { getProject } from '../../projects/service.ts'
import { storedIdOf } from '../../prompts/rules.ts'
import { findSubjects } from '../../settings/subjects.ts'
import { geoSettings } from '../../settings/table.ts'
import { findBrands } from '../../visibility/brands.ts'
import { type Citation, toPages } from '../../visibility/sources/cited-sites.ts'
import { citedPages } from './table.ts'

/** The window of the gaps. */
const windowMilliseconds = 30 * 86_400_000
const maxPages = 20

/** Returns the pages that tracked engines cite in answers to a prompt, and what Herald read on them. */
export async function readGapPages(ctx: Context, caller: Caller, projectId: string, promptId: string) {
  await getProject(ctx, caller, projectId)
  const [pages, brands] = await Promise.all([
    findPages(ctx, projectId, storedIdOf(promptId)),
    findBrands(ctx, projectId),
  ])
  const readings = await findReadings(
    ctx,
    projectId,
    pages.map(({ url }) => url),
  )
  return {
    pages: pages.map(({ engines, consulted: _, ...page }) => {
      const reading = readings.get(page.url)
      return {
        ...page,
        engines: engines.map(({ engine }) => engine),
        namesYou: reading?.mentioned ?? null,
        competitors: (reading?.competitorIds ?? []).flatMap((id) => brands.byId.get(id)?.name ?? []),
        readAt: reading?.readAt.toISOString() ?? null,
        problem: reading?.problem ?? null,
      }
    }),
    organization: caller.organization,
  }
}

/** Returns the most cited pages of the answers to a prompt, by its stored id. */
export async function findPages(ctx: Context, projectId: string, promptId: string) {
  const [settings, subjects] = await Promise.all([
    settingsOf(ctx).get({ projectId }),
    findSubjects(ctx, projectId),
  ])
  if (!settings) return []
  const from = ctx.now().getTime() - windowMilliseconds
  const citations = await ctx.db.all<Citation>(sql`
    select geo_checks.engine, source.value ->> 'url' as url, source.value ->> 'domain' as domain,
      max(source.value ->> 'title') as title, count(*) as cited, 0 as consulted
    from geo_checks
    join geo_answers on geo_answers.check_id = geo_checks.id
    join json_each(geo_answers.cited) as source
    where geo_checks.project_id = ${projectId} and geo_checks.prompt_id = ${promptId}
      and geo_checks.engine in (select value from json_each(${JSON.stringify(settings.engines)}))
      and geo_checks.captured_at >= ${from} and geo_checks.is_twin = 0 and url is not null
    group by source.value ->> 'url', geo_checks.engine`)
  return toPages(citations, subjects ?? []).slice(0, maxPages)
}

const settingsOf = once((db) =>
  db
    .select({ engines: geoSettings.engines })
    .from(geoSettings)
    .where(eq(geoSettings.projectId, sql.placeholder('projectId')))
    .prepare(),
)

/** Returns what was read on some pages, by address. */
export async function findReadings(ctx: Context, projectId: string, urls: string[]) {
  const rows = await ctx.db
    .select()
    .from(citedPages)
    .where(
      sql`${citedPages.projectId} = ${projectId} and ${citedPages.url} in (
        select value from json_each(${JSON.stringify(urls)}))`,
    )
  return new Map(rows.map((row) => [row.url, row]))
}
