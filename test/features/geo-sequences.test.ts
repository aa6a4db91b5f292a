import { beforeEach, describe, expect, test } from 'bun:test'
import { addProject, type Team, testApp } from '../support/app.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let path: string
beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
  path = pathOf(await addProject(app.ctx, acme.id))
})

const pathOf = (projectId: string) => `/v1/projects/${projectId}/geo/sequences`
const steps = ['which changelog tools are there', 'which of them can I host myself']
const create = (body: unknown = { name: 'Choice', steps }) => acme.call('POST', path, body)
const created = async (body?: unknown) => (await create(body)).body.sequence
const list = async () => (await acme.call('GET', path)).body.sequences
const tell = ({ status, body }: Awaited<ReturnType<typeof create>>) => [status, body.error]

describe('a conversation', () => {
  test('is created with 201, enabled, and listed, oldest first', async () => {
    const { status, body } = await create({ name: ' Choice ', steps: [` ${steps[0]} `, steps[1]] })
    const sequence = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Choice',
      steps,
      enabled: true,
      createdAt: app.ctx.now().toISOString(),
    }
    const organization = { id: acme.id, slug: 'acme', name: 'Team acme', logo: null }
    expect([status, body]).toEqual([201, { sequence, organization }])
    app.ctx.clock.advance(1000)
    const second = await created({ name: 'Another', steps })
    expect(await list()).toEqual([body.sequence, second])
  })

  test('can be created paused', async () => {
    expect(await created({ name: 'Choice', steps, enabled: false })).toMatchObject({ enabled: false })
    expect(await created({ name: 'Other', steps, enabled: null })).toMatchObject({ enabled: true })
  })

  test.each([
    [{ name: 'Choice', steps, enabled: 'no' }, 'enabled must be true or false'],
    [{ steps }, 'name must have 1 to 128 characters'],
    [{ name: 'Choice' }, 'steps must be a list of 1 to 5 strings'],
    [{ name: 'Choice', steps: [] }, 'steps must be a list of 1 to 5 strings'],
    [{ name: 'Choice', steps: Array(6).fill(steps[0]) }, 'steps must be a list of 1 to 5 strings'],
    [{ name: 'Choice', steps: ['short'] }, 'steps[0] must have 8 to 300 characters'],
    [{ name: 'Choice', steps: ['x'.repeat(301)] }, 'steps[0] must have 8 to 300 characters'],
  ])('of %j is refused', async (body, sentence) => {
    expect(tell(await create(body))).toEqual([400, sentence])
    expect(await list()).toEqual([])
  })

  test('is limited to ten per project', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => create()))
    expect(made.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 400, 400])
    expect(tell(await create())).toEqual([400, 'A project can have at most 10 conversations'])
    expect((await list()).length).toBe(10)
  })

  test('is renamed, rewritten, paused and resumed', async () => {
    const sequence = await created()
    const change = async (body: unknown) =>
      (await acme.call('PATCH', `${path}/${sequence.id}`, body)).body.sequence
    expect(await change({ name: 'Renamed' })).toEqual({ ...sequence, name: 'Renamed' })
    expect(await change({ enabled: false })).toEqual({ ...sequence, name: 'Renamed', enabled: false })
    expect(await change({ steps: [steps[1]], enabled: true })).toEqual({
      ...{ ...sequence, name: 'Renamed', steps: [steps[1]] },
    })
  })

  test.each([[{}], [{ name: null, steps: null, enabled: null }]])('is not changed by %j', async (body) => {
    const { id } = await created()
    expect(tell(await acme.call('PATCH', `${path}/${id}`, body))).toEqual([
      400,
      'At least one field is required',
    ])
  })

  test('is deleted', async () => {
    const { id } = await created()
    const { status, body } = await acme.call('DELETE', `${path}/${id}`)
    expect([status, body.id]).toEqual([200, id])
    expect(await list()).toEqual([])
    for (const method of ['PATCH', 'DELETE'])
      expect(tell(await acme.call(method, `${path}/${id}`, { name: 'New' }))).toEqual([
        404,
        'Conversation not found',
      ])
  })
})

test("another organization's project and another project's conversation are not found", async () => {
  const { id } = await created()
  const other = await app.team('other')
  const beside = pathOf(await addProject(app.ctx, acme.id, 'beside'))
  const theirs = pathOf(await addProject(app.ctx, other.id, 'theirs'))
  expect(tell(await acme.call('GET', theirs))).toEqual([404, 'Project not found'])
  expect(tell(await acme.call('POST', theirs, { name: 'Choice', steps }))).toEqual([404, 'Project not found'])
  for (const method of ['PATCH', 'DELETE']) {
    expect(tell(await acme.call(method, `${beside}/${id}`, { name: 'New' }))).toEqual([
      404,
      'Conversation not found',
    ])
    expect(tell(await other.call(method, `${path}/${id}`, { name: 'New' }))).toEqual([
      404,
      'Project not found',
    ])
  }
  expect((await list()).length).toBe(1)
})
