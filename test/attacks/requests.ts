import type { Api } from '../../src/api.ts'
import type { Context } from '../../src/context.ts'
import { toExample } from '../../src/http/openapi/example.ts'
import type { OperationRoute } from '../../src/http/operation.ts'
import { planAnswer } from '../support/planning.ts'

/** A valid body for each route whose schema alone does not give one. */
const bodies: Record<string, unknown> = {
  'PATCH /api/app/projects/:projectId/briefs/:briefId': {
    ...planAnswer(),
    sections: ['One', 'Two', 'Three'].map((heading) => ({ heading, goal: 'To know it.', claims: [] })),
    updatedAt: '2026-03-04T12:00:00.000Z',
  },
  'PUT /api/app/posts/:postId/revision': {
    title: 'A',
    markdown: 'B',
    expectedUpdatedAt: '2026-03-04T12:00:00.000Z',
  },
  'POST /api/app/posts/:postId/revision/publication': {
    expectedUpdatedAt: '2026-03-04T12:00:00.000Z',
    publishedVersion: '2026-03-04T12:00:00.000Z',
  },
  'POST /api/app/projects/:projectId/views': { name: 'A', filters: {} },
  'PATCH /api/app/projects/:projectId/views/:viewId': { name: 'A' },
  'POST /api/app/posts/:postId/deliveries': { targets: ['destination:x'] },
}

/** A route as Elysia lists it, with or without an operation. */
export type Route = Pick<OperationRoute, 'method' | 'path' | 'hooks'> & { operation: { example?: unknown } }

/** Every route of the server. */
export const routesOf = ({ routes }: Pick<Api, 'routes'>): Route[] =>
  routes.map(({ method, path, hooks }) => ({ method, path, hooks, operation: hooks.detail ?? {} }))

/** A valid body for a route; undefined for a route without one. */
export function bodyOf({ method, path, hooks, operation }: Route): unknown {
  if (method === 'GET') return undefined
  const body = hooks.body as Record<string, unknown> | undefined
  return bodies[`${method} ${path}`] ?? operation.example ?? (body ? toExample(body, {}) : {})
}

/** Every row of every table, except what requests of anyone may change. */
export async function readTables({ db }: Pick<Context, 'db'>): Promise<Record<string, unknown[]>> {
  const { rows } = await db.$client.execute("select name from pragma_table_list where type = 'table'")
  const names = rows
    .map(({ name }) => String(name))
    .filter((name) => !/^(sqlite_|libsql_|rate_limits$)/.test(name))
  const tables: Record<string, unknown[]> = {}
  for (const name of names.sort()) {
    const { rows: all } = await db.$client.execute(`select * from "${name}"`)
    tables[name] = all.map((row) => JSON.stringify({ ...row })).sort()
  }
  return tables
}

type Schema = Record<string, unknown> & { properties?: Record<string, Schema>; items?: Schema }

/** The fields of bodies and queries with such a name, as "POST /path field". */
export function fieldsIn(routes: Pick<Route, 'method' | 'path' | 'hooks'>[], name: RegExp): string[] {
  const found = new Set<string>()
  const walk = (schema: Schema | undefined, route: string, at: string) => {
    if (!schema || typeof schema !== 'object') return
    for (const key of ['anyOf', 'allOf', 'oneOf'])
      for (const each of (schema[key] as Schema[] | undefined) ?? []) walk(each, route, at)
    walk(schema.items, route, at)
    for (const [own, each] of Object.entries(schema.properties ?? {})) {
      const field = at === '' ? own : `${at}.${own}`
      if (name.test(own)) found.add(`${route} ${field}`)
      walk(each, route, field)
    }
  }
  for (const { method, path, hooks } of routes)
    for (const schema of [hooks.body, hooks.query])
      walk(schema as Schema | undefined, `${method} ${path}`, '')
  return [...found]
}
