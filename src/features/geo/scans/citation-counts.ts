import { sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'

/**
 * Returns statements that count how often each engine cited a page in a scan. Run them in the batch that ends
 * the scan.
 */
export function citeScan(ctx: Context, scanId: string): Statement[] {
  const sources = (column: 'cited' | 'consulted') => sql`
    select geo_checks.engine, geo_checks.project_id, geo_checks.captured_at,
      source.value ->> 'url' as url, source.value ->> 'domain' as domain, source.value ->> 'title' as title,
      ${column === 'cited' ? 1 : 0} as cited, ${column === 'cited' ? 0 : 1} as consulted
    from geo_checks
    join geo_answers on geo_answers.check_id = geo_checks.id
    join json_each(${sql.identifier('geo_answers')}.${sql.identifier(column)}) as source
    where geo_checks.scan_id = ${scanId} and geo_checks.is_twin = 0`
  return [
    ctx.db.run(sql`delete from geo_citations where scan_id = ${scanId}`),
    ctx.db.run(sql`
      insert into geo_citations (scan_id, engine, url, project_id, domain, title, captured_at, cited, consulted)
      select ${scanId}, engine, url, project_id, domain, max(title), max(captured_at), sum(cited), sum(consulted)
      from (${sources('cited')} union all ${sources('consulted')})
      where url is not null
      group by engine, url`),
  ]
}
