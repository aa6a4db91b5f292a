import { Database } from 'bun:sqlite'
import { createKey } from '../../src/features/keys/service.ts'
import type { Row, Workshop } from './benchmark.ts'
import { milliseconds } from './support/format.ts'
import { install, startHerald } from './support/herald.ts'
import { takeTurns } from './support/rounds.ts'
import type { Service } from './support/service.ts'

const rounds = 15
const most = 30

/** The list of a project with 10,000 briefs, which has no pages. */
export async function briefList(workshop: Workshop): Promise<Row[]> {
  const installation = await install(workshop, 'brief-list')
  const { ctx, organizationId, database } = installation
  const { key } = await createKey(ctx, organizationId, { name: 'bench' })
  fillBriefs(database, organizationId, 10_000)
  const service = await startHerald(workshop, installation)
  const list = () => timeOf(service, '/v1/projects/project/geo/briefs', key)
  await takeTurns(3, { list })
  const { list: reached } = await takeTurns(rounds, { list })
  await service.stop()
  return [
    {
      what: 'list of 10,000 briefs',
      reached: milliseconds(reached),
      aim: `under ${milliseconds(most)}`,
      met: reached < most,
    },
  ]
}

/** Briefs with documents of four thousand characters, as planning stores them. */
function fillBriefs(path: string, organizationId: string, count: number) {
  using database = new Database(path)
  const document = JSON.stringify({ intent: 'x'.repeat(4000), sections: [] })
  database.run(
    `insert into projects (id, organization_id, name, created_at) values ('project', ?, 'Acme', 0)`,
    [organizationId],
  )
  database.run(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?)
     insert into geo_briefs (id, organization_id, project_id, topic, working_title, status, source_kind, source_id,
       competitor_ids, created_at, updated_at, document, evidence)
     select printf('0199b7a2-5c1e-7d3f-8a40-%012d', n), ?, 'project',
       'which tool writes changelogs for a team of ' || n, 'How a team of ' || n || ' writes changelogs that people read',
       'completed', 'manual', null, '[]', n * 1000, n * 1000, ?, '{"claims":[]}'
     from numbers`,
    [count, organizationId, document],
  )
}

async function timeOf({ port }: Service, path: string, key: string): Promise<number> {
  const began = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const body = await response.text()
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${body}`)
  return performance.now() - began
}
