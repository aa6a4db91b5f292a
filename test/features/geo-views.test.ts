import { beforeEach, expect, test } from 'bun:test'
import { projects } from '../../src/features/geo/projects/table.ts'
import { type SignedInPerson, testApp } from '../support/app.ts'
import { addProject } from '../support/tracking.ts'

const views = '/api/app/projects/project/views'
const filters = { range: '90', tag: 'pricing', branded: 'all' }

let app: Awaited<ReturnType<typeof testApp>>
let owner: SignedInPerson
let member: SignedInPerson
beforeEach(async () => {
  app = await testApp()
  const team = await app.team('acme')
  owner = await team.person('owner')
  member = await team.person('member')
  await addProject(app.ctx, team)
})

const save = (name: string, chosen: object = filters) => owner.call('POST', views, { name, filters: chosen })
const names = async (person = owner) =>
  (await person.call('GET', views)).body.views.map(({ name }: { name: string }) => name)

test('every member sees the saved views of a project, by name, with their filters', async () => {
  await save('Pricing')
  await save(' all prompts ', {})
  expect(await names(member)).toEqual(['all prompts', 'Pricing'])
  const { body } = await member.call('GET', views)
  expect(body.views[1]).toEqual({
    ...{ id: expect.any(String), name: 'Pricing', filters, createdAt: app.ctx.now().toISOString() },
  })
})

test('a name is unique in its project, whatever its case', async () => {
  const { status, body } = await save('Pricing')
  expect([status, body.error]).toEqual([201, undefined])
  const again = await save('PRICING')
  expect([again.status, again.body.error]).toEqual([
    409,
    'A view named “PRICING” already exists. Choose another name.',
  ])
  const other = (await save('Other')).body.view.id
  expect((await owner.call('PATCH', `${views}/${other}`, { name: 'pricing' })).status).toBe(409)
  expect((await owner.call('PATCH', `${views}/${other}`, { name: 'OTHER' })).body.view.name).toBe('OTHER')
})

test('a view is renamed, gets other filters and is deleted', async () => {
  const { id } = (await save('Pricing')).body.view
  await owner.call('PATCH', `${views}/${id}`, { name: 'Prices' })
  const changed = await member.call('PATCH', `${views}/${id}`, { filters: { range: '7' } })
  expect(changed.body.view).toMatchObject({ name: 'Prices', filters: { range: '7' } })
  expect((await owner.call('PATCH', `${views}/${id}`, {})).body.error).toBe('At least one field is required')
  expect((await owner.call('DELETE', `${views}/${id}`)).body).toEqual({ id })
  expect(await names()).toEqual([])
  for (const [method, body] of [
    ['PATCH', { name: 'Gone' }],
    ['DELETE', undefined],
  ] as const)
    expect((await owner.call(method, `${views}/${id}`, body)).body.error).toBe('Saved view not found')
})

test('a project has at most 50 saved views', async () => {
  for (let number = 1; number <= 50; number++) expect((await save(`View ${number}`)).status).toBe(201)
  const { status, body } = await save('One more')
  expect([status, body.error]).toEqual([409, 'A project has at most 50 saved views. Delete one first.'])
  expect(await names()).toHaveLength(50)
})

test('filters that the overview does not know are refused or left out', async () => {
  expect((await save('Bad', { intent: 'nonsense' })).status).toBe(400)
  expect((await save('Bad', { from: 'yesterday' })).body.error).toBe(
    'filters.from must be a day such as 2026-03-04',
  )
  expect((await save('Good', { ...filters, secret: 'x' })).body.view.filters).toEqual(filters)
})

test('saved views are deleted with their project', async () => {
  await save('Pricing')
  await app.ctx.db.delete(projects)
  const { rows } = await app.ctx.db.$client.execute('select count(*) as total from geo_saved_views')
  expect(rows[0]?.total).toBe(0)
})

test('what is no filter is not stored, and a view with an invalid window is refused', async () => {
  const hostile = JSON.parse('{"range": "7", "__proto__": {"a": 1}}')
  expect((await save('Hostile', hostile)).status).toBeLessThan(500)
  const { status, body } = await owner.call('GET', views)
  expect([status, body.views.map((view: { filters: object }) => view.filters)]).toEqual([
    200,
    body.views.map(() => ({ range: '7' })),
  ])
  expect((await save('Broken', { from: '2026-99-99', to: '2026-99-99' })).status).toBe(400)
})
