import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { brandIdentities } from '../../src/features/brand-identities/table.ts'
import { competitors } from '../../src/features/geo/competitors/table.ts'
import { projects } from '../../src/features/geo/projects/table.ts'
import { prompts, suggestions } from '../../src/features/geo/prompts/table.ts'
import { sequences } from '../../src/features/geo/sequences/table.ts'
import { geoSettings } from '../../src/features/geo/settings/table.ts'
import { createFeedbackToken } from '../../src/features/keys/service.ts'
import { jobs } from '../../src/jobs/table.ts'
import { addIdentity, addProject, type Team, testApp } from '../support/app.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
})

const list = async (by = acme) => (await by.call('GET', '/v1/projects')).body
const create = (body: unknown, by = acme) => by.call('POST', '/v1/projects', body)
const patch = (id: string, body: unknown, by = acme) => by.call('PATCH', `/v1/projects/${id}`, body)
const remove = (id: string, by = acme) => by.call('DELETE', `/v1/projects/${id}`)
const tell = ({ status, body }: Awaited<ReturnType<typeof remove>>) => [status, body.error]
const makeDefault = (id: string) =>
  app.ctx.db.update(brandIdentities).set({ isDefault: true }).where(eq(brandIdentities.id, id))

describe('POST /v1/projects', () => {
  test('returns 201 with the project and the organization', async () => {
    await addIdentity(app.ctx, acme.id, 'brand')
    const { status, body } = await create({ name: '  Acme in Europe ', brandSettingsId: 'brand' })
    expect([status, body]).toEqual([
      201,
      {
        project: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          name: 'Acme in Europe',
          brandSettingsId: 'brand',
          createdAt: app.ctx.now().toISOString(),
        },
        organization: { id: acme.id, slug: 'acme', name: 'Team acme', logo: null },
      },
    ])
  })

  test('uses the default identity if none is given, else the oldest', async () => {
    for (const id of ['first', 'second', 'third']) {
      await addIdentity(app.ctx, acme.id, id)
      app.ctx.clock.advance(1000)
    }
    expect((await create({ name: 'By age' })).body.project.brandSettingsId).toBe('first')
    await makeDefault('second')
    expect((await create({ name: 'By default' })).body.project.brandSettingsId).toBe('second')
    expect((await create({ name: 'Null', brandSettingsId: null })).body.project.brandSettingsId).toBe(
      'second',
    )
  })

  test('returns 400 if the organization has no identity', async () => {
    const other = await app.team('other')
    await addIdentity(app.ctx, other.id, 'theirs')
    expect(tell(await create({ name: 'Acme' }))).toEqual([400, 'Create a brand identity first'])
  })

  test("returns 404 for an unknown identity and another organization's, and creates nothing", async () => {
    const other = await app.team('other')
    await addIdentity(app.ctx, acme.id, 'ours')
    await addIdentity(app.ctx, other.id, 'theirs')
    for (const brandSettingsId of ['nobody', 'theirs'])
      expect(tell(await create({ name: 'Acme', brandSettingsId }))).toEqual([404, 'Brand identity not found'])
    expect((await list()).projects).toEqual([])
  })

  test.each([
    [{}, 'name must have 1 to 128 characters'],
    [{ name: ' ' }, 'name must have 1 to 128 characters'],
    [{ name: 'ä'.repeat(129) }, 'name must have 1 to 128 characters'],
    [{ name: 'Acme', brandSettingsId: 'a b' }, 'brandSettingsId has an invalid format'],
  ])('answers 400 to %j', async (body, sentence) => {
    expect(tell(await create(body))).toEqual([400, sentence])
  })
})

describe('GET /v1/projects', () => {
  test("lists the organization's projects, oldest first, without pages", async () => {
    const other = await app.team('other')
    await addProject(app.ctx, other.id)
    for (const id of ['b', 'a', 'c']) {
      await addProject(app.ctx, acme.id, id)
      app.ctx.clock.advance(1000)
    }
    const body = await list()
    expect(Object.keys(body)).toEqual(['projects', 'organization'])
    expect(body.projects.map(({ id }: { id: string }) => id)).toEqual(['b', 'a', 'c'])
  })

  test('returns a project; an old one may have no identity', async () => {
    await addProject(app.ctx, acme.id, 'p')
    const { status, body } = await acme.call('GET', '/v1/projects/p')
    expect([status, body.project]).toEqual([
      200,
      { id: 'p', name: 'p', brandSettingsId: null, createdAt: app.ctx.now().toISOString() },
    ])
  })
})

describe('PATCH /v1/projects/{projectId}', () => {
  beforeEach(async () => {
    await addIdentity(app.ctx, acme.id, 'brand')
    await addProject(app.ctx, acme.id, 'p')
  })

  test('updates the given fields only', async () => {
    expect((await patch('p', { name: 'New' })).body.project).toMatchObject({
      name: 'New',
      brandSettingsId: null,
    })
    expect((await patch('p', { brandSettingsId: 'brand' })).body.project).toMatchObject({
      name: 'New',
      brandSettingsId: 'brand',
    })
  })

  test.each([
    [{}, 'At least one field is required'],
    [{ name: null }, 'At least one field is required'],
    [{ other: 'x' }, 'other: unknown field; known fields are name, brandSettingsId'],
  ])('answers 400 to %j, which changes nothing', async (body, sentence) => {
    expect(tell(await patch('p', body))).toEqual([400, sentence])
  })

  test('returns 404 for an unknown identity, and changes nothing', async () => {
    expect(tell(await patch('p', { name: 'New', brandSettingsId: 'nobody' }))).toEqual([
      404,
      'Brand identity not found',
    ])
    expect((await list()).projects[0].name).toBe('p')
  })
})

describe('DELETE /v1/projects/{projectId}', () => {
  test('returns 409 for the last project, and preserves it', async () => {
    await addProject(app.ctx, acme.id, 'p')
    await addProject(app.ctx, (await app.team('other')).id)
    expect(tell(await remove('p'))).toEqual([
      409,
      'The last project cannot be deleted: create another one first',
    ])
    expect((await list()).projects).toHaveLength(1)
  })

  test('of the last two at once deletes one', async () => {
    for (const id of ['a', 'b']) await addProject(app.ctx, acme.id, id)
    const answers = await Promise.all([remove('a'), remove('b')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await list()).projects).toHaveLength(1)
  })

  test('deletes settings, prompts, suggestions, competitors, conversations and feedback tokens', async () => {
    const { db } = app.ctx
    const now = app.ctx.now()
    for (const projectId of ['p', 'q']) {
      await addProject(app.ctx, acme.id, projectId)
      const own = { projectId, id: `of-${projectId}`, createdAt: now }
      await db.insert(prompts).values({ ...own, prompt: 'best tools', folded: 'best tools', tags: [] })
      await db.insert(competitors).values({ ...own, name: 'Beta', folded: 'beta', synonyms: [] })
      await db.insert(sequences).values({ ...own, name: 'Talk', steps: ['best tools'] })
      await db.insert(suggestions).values({
        ...own,
        prompt: 'best tools',
        folded: 'best tools',
        source: 'scan',
        queries: [],
        updatedAt: now,
      })
      await db.insert(geoSettings).values({
        ...own,
        companyName: 'Acme',
        aliases: [],
        conversionPaths: [],
        domains: [],
        languages: ['en'],
        engines: [],
        nonZdrApprovedEngines: [],
        pausedAutoPromptIds: [],
        removedAutoPromptIds: [],
        enforceZdr: false,
        enabled: true,
        scanIntervalHours: 24,
        nextScanAt: now,
        updatedAt: now,
      })
      await createFeedbackToken(app.ctx, acme.id, projectId)
    }
    const { status, body } = await remove('p')
    expect([status, body.id, body.organization.slug]).toEqual([200, 'p', 'acme'])
    for (const table of [prompts, competitors, sequences, suggestions, geoSettings])
      expect((await db.select().from(table)).map(({ projectId }) => projectId)).toEqual(['q'])
    const owner = await acme.person()
    const tokens = (await owner.call('GET', '/api/app/feedback-tokens')).body.tokens
    expect(tokens.map(({ projectId }: { projectId: string }) => projectId)).toEqual(['q'])
  })

  test('preserves its feedback without a project, and its identity', async () => {
    await addIdentity(app.ctx, acme.id, 'brand')
    for (const id of ['p', 'q']) await addProject(app.ctx, acme.id, id)
    await patch('p', { brandSettingsId: 'brand' })
    const entry = { message: 'It broke.', title: 'Broke', kind: 'bug', sentiment: 'negative', projectId: 'p' }
    const sent = await acme.call('POST', '/v1/feedback', entry)
    expect((await acme.call('GET', '/v1/feedback?projectId=p')).body.pagination.totalItems).toBe(1)
    await remove('p')
    const { body } = await acme.call('GET', `/v1/feedback/${sent.body.feedback.id}`)
    expect(body.feedback).toMatchObject({ projectId: null, updatedAt: sent.body.feedback.updatedAt })
    expect((await acme.call('GET', '/v1/feedback?projectId=p')).body.pagination.totalItems).toBe(0)
    expect((await acme.call('GET', '/v1/brand-identities/brand')).body.brandIdentity.id).toBe('brand')
  })

  test('queues one job that deletes its scans and answers', async () => {
    for (const id of ['p', 'q']) await addProject(app.ctx, acme.id, id)
    await remove('p')
    expect((await remove('p')).status).toBe(404)
    const queued = await app.ctx.db.select().from(jobs)
    expect(queued.map(({ name, payload }) => [name, payload])).toEqual([
      ['projects.sweep', { projectId: 'p' }],
    ])
  })
})

describe('a brand identity', () => {
  test('that a project uses cannot be deleted', async () => {
    await addIdentity(app.ctx, acme.id, 'default')
    await makeDefault('default')
    await addIdentity(app.ctx, acme.id, 'brand')
    const { body } = await create({ name: 'Site', brandSettingsId: 'brand' })
    const drop = () => acme.call('DELETE', '/v1/brand-identities/brand')
    expect(tell(await drop())).toEqual([
      409,
      'The project Site uses this brand identity. Choose another one for it first',
    ])
    await patch(body.project.id, { brandSettingsId: 'default' })
    expect((await drop()).status).toBe(200)
  })

  test("can be deleted if another organization's project has the same id", async () => {
    const other = await app.team('other')
    await addIdentity(app.ctx, acme.id, 'brand')
    await addProject(app.ctx, other.id, 'theirs')
    await app.ctx.db.update(projects).set({ brandIdentityId: 'brand' })
    expect((await acme.call('DELETE', '/v1/brand-identities/brand')).status).toBe(200)
  })
})

describe('access', () => {
  test("another organization's project is unknown", async () => {
    await addProject(app.ctx, acme.id, 'p')
    const other = await app.team('other')
    for (const [method, body] of [['GET'], ['PATCH', { name: 'Mine' }], ['DELETE']] as const)
      expect(tell(await other.call(method, '/v1/projects/p', body))).toEqual([404, 'Project not found'])
    expect((await list(other)).projects).toEqual([])
    expect((await list()).projects[0].name).toBe('p')
  })

  test('reading needs projects.read, writing projects.write', async () => {
    const reader = await app.team('reader', ['projects.read'])
    const writer = await app.team('writer', ['projects.write'])
    await addProject(app.ctx, reader.id, 'p')
    for (const [method, path] of [
      ['POST', ''],
      ['PATCH', '/p'],
      ['DELETE', '/p'],
    ] as const)
      expect(tell(await reader.call(method, `/v1/projects${path}`, {}))).toEqual([403, 'Forbidden'])
    for (const path of ['', '/p'])
      expect(tell(await writer.call('GET', `/v1/projects${path}`))).toEqual([403, 'Forbidden'])
    expect((await reader.call('GET', '/v1/projects')).status).toBe(200)
  })
})
