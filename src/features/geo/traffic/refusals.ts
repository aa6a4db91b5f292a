import type { Context } from '../../../context.ts'
import type { Refusal } from '../../../readiness/refusals.ts'
import { textKinds } from './classes.ts'
import { findVisitors } from './visitors.ts'

const days = 30
/** The newest refused visits that are counted. */
const maxCounted = 50_000

const countRefusals = `
  select visitor, status, count(*) as visits from (
    select visitor, status from traffic_events indexed by traffic_events_refused
    where status in (401, 403, 429) and verdict <> 2 and at >= ? and (site, host) = (
      select traffic_sites.id, number from traffic_sites
        join traffic_texts on site = traffic_sites.id and kind = ${textKinds.host} and text = ?
      where organization_id = ? and project_id = ?)
    order by at desc limit ${maxCounted})
  group by visitor, status`

/** How often a host of a project answered crawlers and assistants with 401, 403 or 429 in the last 30 days. */
export async function findRefusals(
  ctx: Context,
  organizationId: string,
  projectId: string,
  host: string,
): Promise<Refusal[]> {
  const since = ctx.now().getTime() - days * 86_400_000
  const { rows } = await ctx.db.$client.execute({
    sql: countRefusals,
    args: [since, host, organizationId, projectId],
  })
  const visitors = await findVisitors(
    ctx,
    rows.map(({ visitor }) => Number(visitor)),
  )
  const bySource = new Map<string, Refusal>()
  for (const { visitor, status, visits } of rows) {
    const { visitorType, agent, category, source } = visitors.get(Number(visitor)) ?? {}
    if (visitorType !== 'crawler' || !agent || !source) continue
    const key = `${source} ${status}`
    const known = bySource.get(key)
    bySource.set(key, {
      agent,
      category: (category || null) as Refusal['category'],
      status: Number(status),
      visits: Number(visits) + (known?.visits ?? 0),
    })
  }
  return [...bySource.values()].sort((a, b) => b.visits - a.visits)
}
