import { beforeAll, expect, test } from 'bun:test'
import { scopes } from '../../src/features/keys/model.ts'
import { createFeedbackToken, createKey } from '../../src/features/keys/service.ts'
import { type OperationRoute, operationsOf, scopeOf } from '../../src/http/operation.ts'
import { caller, testApp } from '../support/app.ts'
import { addRecords, type Records } from './records.ts'

// Every scope against every route. Roles: test/features/internal-routes.test.ts.

let app: Awaited<ReturnType<typeof testApp>>
let acme: Records
let routes: OperationRoute[]
beforeAll(async () => {
  app = await testApp()
  acme = await addRecords(app, 'acme')
  routes = operationsOf(app.api.routes).filter(({ path }) => /^\/v[12]\//.test(path) && path !== '/v1/status')
})

const keys = new Map<string, ReturnType<typeof caller>>()

async function callWith(granted: string[]) {
  const known = keys.get(granted.join())
  if (known) return known
  const { key } = await createKey(app.ctx, acme.team.id, { name: 'x', scopes: granted })
  const call = caller(app.api, key)
  keys.set(granted.join(), call)
  return call
}

/** A request that no route accepts, so that one with the right to make it changes nothing. */
const send = (call: ReturnType<typeof caller>, { method, path }: OperationRoute) =>
  call(method, path.replace(/:\w+/g, 'none'), method === 'GET' ? undefined : '[')

const isForbidden = ({ status, body }: { status: number; body: { error?: string } }) =>
  status === 403 && body.error === 'Forbidden'

const isPublic = ({ path }: OperationRoute) => path === '/v1/feedback/:organizationSlug'
const allows = (route: OperationRoute, scope: string) =>
  [scopeOf(route.method, route.operation), route.operation.narrowScope].includes(scope)

test('a key with the scope of a route may use it', async () => {
  for (const route of routes.filter((each) => !isPublic(each) && !each.operation.streams)) {
    const scope = scopeOf(route.method, route.operation)
    const answer = await send(await callWith(scope === null ? [] : [scope]), route)
    expect([route.method, route.path, isForbidden(answer)]).toEqual([route.method, route.path, false])
  }
})

test('a key with every scope except that of a route may not use it', async () => {
  for (const route of routes) {
    const scope = scopeOf(route.method, route.operation)
    if (scope === null || isPublic(route)) continue
    const call = await callWith(scopes.filter((each) => !allows(route, each)))
    const answer = await send(call, route)
    expect([route.method, route.path, answer.status]).toEqual([route.method, route.path, 403])
  }
})

test('a feedback token may only send feedback', async () => {
  const { token } = await createFeedbackToken(app.ctx, acme.team.id, null)
  const call = caller(app.api, token)
  for (const route of routes.filter((each) => !isPublic(each))) {
    const { status } = await send(call, route)
    const isSending = route.method === 'POST' && route.path === '/v1/feedback'
    const isRefused = status === 401 || status === 403
    expect([route.method, route.path, isRefused]).toEqual([route.method, route.path, !isSending])
  }
})

test('without a key, with an unknown one and with a revoked one every route is closed', async () => {
  const { id, key } = await createKey(app.ctx, acme.team.id, { name: 'revoked' })
  await acme.owner.call('DELETE', `/api/app/keys/${id}`)
  for (const call of [app.anonymous, caller(app.api, 'hrd_unknown'), caller(app.api, key)])
    for (const route of routes.filter((each) => !isPublic(each))) {
      const { status } = await send(call, route)
      expect([route.method, route.path, status]).toEqual([route.method, route.path, 401])
    }
})
