import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { connect, createTrigger, triggerOn } from './deliveries'
import { type Herald, type Organization, openOrganization, startHerald } from './support'
import { type GithubIntegration, isoTime, type OneTrigger, type TriggerList } from './wire'

setDefaultTimeout(60_000)

let herald: Herald
let acme: Organization
let widgets: GithubIntegration
let gadgets: GithubIntegration

beforeAll(async () => {
  herald = await startHerald()
  acme = await openOrganization(herald, 'acme')
  widgets = await connect(acme, 'acme/widgets')
  gadgets = await connect(acme, 'acme/gadgets')
})
afterAll(() => herald.stop())

beforeEach(async () => {
  for (const { id } of (await list()).eventTriggers) await acme.api.delete(`/v1/event-triggers/${id}`)
})

const create = (content: unknown) => acme.api.post<OneTrigger>('/v1/event-triggers', content)
const refuse = (content: unknown) => acme.api.post('/v1/event-triggers', content)
const list = async (query = '') => (await acme.api.get<TriggerList>(`/v1/event-triggers${query}`)).body
const envelope = () => ({ id: acme.id, slug: acme.slug, name: acme.name, logo: null })

const wrongBodies: [string, (body: Record<string, unknown>) => unknown][] = [
  ['no sourceType', ({ sourceType, ...rest }) => rest],
  ['sourceType cron', (body) => ({ ...body, sourceType: 'cron' })],
  ['no sourceConfig', ({ sourceConfig, ...rest }) => rest],
  ['no event types', (body) => ({ ...body, sourceConfig: {} })],
  ['an empty list of event types', (body) => ({ ...body, sourceConfig: { eventTypes: [] } })],
  ['an unknown event type', (body) => ({ ...body, sourceConfig: { eventTypes: ['push', 'star'] } })],
  ['ping as event type', (body) => ({ ...body, sourceConfig: { eventTypes: ['ping'] } })],
  ['event types as text', (body) => ({ ...body, sourceConfig: { eventTypes: 'push' } })],
  [
    'includePreReleases as text',
    (body) => ({ ...body, sourceConfig: { eventTypes: ['push'], includePreReleases: 'yes' } }),
  ],
  ['no targets', ({ targets, ...rest }) => rest],
  ['no repository', (body) => ({ ...body, targets: { repositoryIds: [] } })],
  ['a repository id that is a number', (body) => ({ ...body, targets: { repositoryIds: [7] } })],
  ['no outputType', ({ outputType, ...rest }) => rest],
  ['outputType investor_update', (body) => ({ ...body, outputType: 'investor_update' })],
  ['an unknown outputType', (body) => ({ ...body, outputType: 'poem' })],
  ['outputConfig as text', (body) => ({ ...body, outputConfig: 'x' })],
  ['no enabled', ({ enabled, ...rest }) => rest],
  ['enabled as text', (body) => ({ ...body, enabled: 'true' })],
  ['autoPublish as number', (body) => ({ ...body, autoPublish: 1 })],
  ['a list', () => []],
  ['null', () => null],
  ['text', () => '"trigger"'],
  ['broken JSON', () => '{"sourceType":'],
]

describe('creating', () => {
  test('answers 201 with the defaults filled in', async () => {
    const { status, body } = await create(triggerOn([widgets]))
    expect(status).toBe(201)
    expect(body.organization).toEqual(envelope())
    expect(body.eventTrigger).toEqual({
      id: expect.any(String),
      organizationId: acme.id,
      name: expect.any(String),
      sourceType: 'github_webhook',
      sourceConfig: { eventTypes: ['push', 'release'], includePreReleases: true },
      targets: { repositoryIds: [widgets.id] },
      outputType: 'changelog',
      outputConfig: null,
      enabled: true,
      autoPublish: false,
      createdAt: expect.stringMatching(isoTime),
      updatedAt: expect.stringMatching(isoTime),
    })
    expect(body.eventTrigger.name).not.toBe('')
  })

  test('stores the given values', async () => {
    const asked = triggerOn([widgets], {
      sourceConfig: { eventTypes: ['release'], includePreReleases: false },
      outputConfig: { publishDestination: 'webflow' },
      enabled: false,
      autoPublish: true,
    })
    const { body } = await create(asked)
    expect(body.eventTrigger).toMatchObject(asked)
  })

  test.each(['changelog', 'blog_post', 'linkedin_post', 'twitter_post', 'image'])(
    'allows %s',
    async (outputType) => {
      expect((await create(triggerOn([widgets], { outputType }))).status).toBe(201)
    },
  )

  test('uses the neutral name of the source type', async () => {
    const { status, body } = await create(triggerOn([widgets], { sourceType: 'repohost_webhook' }))
    expect([status, body.eventTrigger.sourceType]).toEqual([201, 'github_webhook'])
  })

  test.each(wrongBodies)('%s is 400', async (_, spoil) => {
    const { status, body } = await refuse(spoil(triggerOn([widgets])))
    expect(status).toBe(400)
    const { issues, ...others } = body
    expect(Object.keys(others)).toEqual(['error'])
    expect(issues ?? []).toBeArray()
    expect((await list()).eventTriggers).toEqual([])
  })

  test.each([true, false])('for an unknown repository is 400 with enabled %p', async (enabled) => {
    const { status, body } = await refuse(triggerOn([widgets, { id: 'unknown' }], { enabled }))
    expect([status, body]).toEqual([
      400,
      { error: 'Cannot create event trigger: one or more integrations not found' },
    ])
  })

  test('a second time is 409, whatever enabled and autoPublish say', async () => {
    await create(triggerOn([widgets]))
    for (const changes of [{}, { enabled: false }, { autoPublish: true }]) {
      const { status, body } = await refuse(triggerOn([widgets], changes))
      expect([status, body]).toEqual([409, { error: 'Duplicate event trigger' }])
    }
  })

  test('with another event, repository or output is no duplicate', async () => {
    await create(triggerOn([widgets]))
    for (const changes of [
      { sourceConfig: { eventTypes: ['push'] } },
      { sourceConfig: { eventTypes: ['push', 'release'], includePreReleases: false } },
      { targets: { repositoryIds: [gadgets.id] } },
      { outputType: 'blog_post' },
    ])
      expect((await create(triggerOn([widgets], changes))).status).toBe(201)
  })

  test('by several clients at once happens once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(triggerOn([widgets]))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
    expect((await list()).eventTriggers).toHaveLength(1)
  })
})

describe('reading', () => {
  test('one returns the same object as creating it', async () => {
    const created = await create(triggerOn([widgets]))
    const read = await acme.api.get<OneTrigger>(`/v1/event-triggers/${created.body.eventTrigger.id}`)
    expect([read.status, read.body]).toEqual([200, created.body])
  })

  test('the list is newest first and names the repositories', async () => {
    const first = await createTrigger(acme, [widgets])
    const second = await createTrigger(acme, [gadgets])
    const { eventTriggers, repositoryMap, organization } = await list()
    expect(eventTriggers.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(repositoryMap[widgets.id]).toStartWith('acme/widgets')
    expect(repositoryMap[gadgets.id]).toStartWith('acme/gadgets')
    expect(organization).toEqual(envelope())
  })

  test('the repository map shows a stored branch', async () => {
    const branched = await connect(acme, 'acme/branched', { branch: 'develop' })
    await createTrigger(acme, [branched])
    expect((await list()).repositoryMap[branched.id]).toBe('acme/branched · develop')
  })

  test('the list can be filtered by repositories', async () => {
    const one = await createTrigger(acme, [widgets])
    const other = await createTrigger(acme, [gadgets])
    const both = await createTrigger(acme, [widgets, gadgets])
    const idsFor = async (...repositories: GithubIntegration[]) =>
      (await list(`?repositoryIds=${repositories.map(({ id }) => id).join(',')}`)).eventTriggers
        .map(({ id }) => id)
        .sort()
    expect(await idsFor(widgets)).toEqual([one.id, both.id].sort())
    expect(await idsFor(gadgets)).toEqual([other.id, both.id].sort())
    expect(await idsFor(widgets, gadgets)).toEqual([one.id, other.id, both.id].sort())
    expect((await list('?repositoryIds=unknown')).eventTriggers).toEqual([])
  })
})

describe('changing', () => {
  test('replaces everything', async () => {
    const before = await createTrigger(acme, [widgets], {
      autoPublish: true,
      outputConfig: { publishDestination: 'framer' },
    })
    const wanted = triggerOn([gadgets], { sourceConfig: { eventTypes: ['release'] }, enabled: false })
    const { status, body } = await acme.api.patch<OneTrigger>(`/v1/event-triggers/${before.id}`, wanted)
    expect(status).toBe(200)
    expect(body.organization).toEqual(envelope())
    expect(body.eventTrigger).toEqual({
      ...before,
      sourceConfig: { eventTypes: ['release'], includePreReleases: true },
      targets: { repositoryIds: [gadgets.id] },
      outputConfig: null,
      enabled: false,
      autoPublish: false,
      updatedAt: expect.stringMatching(isoTime),
    })
    const read = await acme.api.get<OneTrigger>(`/v1/event-triggers/${before.id}`)
    expect(read.body).toEqual(body)
  })

  test('to the same values is allowed', async () => {
    const { id } = await createTrigger(acme, [widgets])
    const { status } = await acme.api.patch(
      `/v1/event-triggers/${id}`,
      triggerOn([widgets], { enabled: false }),
    )
    expect(status).toBe(200)
  })

  test('to the values of another trigger is 409', async () => {
    await createTrigger(acme, [widgets])
    const { id } = await createTrigger(acme, [gadgets])
    const { status, body } = await acme.api.patch(`/v1/event-triggers/${id}`, triggerOn([widgets]))
    expect([status, body]).toEqual([409, { error: 'Duplicate event trigger' }])
  })

  test('to an unknown repository is 400', async () => {
    const { id } = await createTrigger(acme, [widgets])
    const { status, body } = await acme.api.patch(`/v1/event-triggers/${id}`, triggerOn([{ id: 'unknown' }]))
    expect([status, body]).toEqual([
      400,
      { error: 'Cannot update event trigger: one or more integrations not found' },
    ])
  })

  test('with a wrong body is 400 and changes nothing', async () => {
    const { id } = await createTrigger(acme, [widgets])
    const before = await acme.api.get(`/v1/event-triggers/${id}`)
    for (const [name, spoil] of wrongBodies) {
      const { status } = await acme.api.patch(`/v1/event-triggers/${id}`, spoil(triggerOn([widgets])))
      expect([name, status]).toEqual([name, 400])
    }
    expect((await acme.api.get(`/v1/event-triggers/${id}`)).text).toBe(before.text)
  })
})

describe('deleting', () => {
  test('returns the id and removes the trigger', async () => {
    const { id } = await createTrigger(acme, [widgets])
    const { status, body } = await acme.api.delete<unknown>(`/v1/event-triggers/${id}`)
    expect([status, body]).toEqual([200, { id, organization: envelope() }])
    expect((await list()).eventTriggers).toEqual([])
    expect((await create(triggerOn([widgets]))).status).toBe(201)
  })
})

describe('an unknown trigger', () => {
  test('is 404 on every route', async () => {
    const answers = [
      await acme.api.get('/v1/event-triggers/unknown'),
      await acme.api.patch('/v1/event-triggers/unknown', triggerOn([widgets])),
      await acme.api.delete('/v1/event-triggers/unknown'),
    ]
    for (const { status, body } of answers)
      expect([status, body]).toEqual([404, { error: 'Event trigger not found' }])
  })

  test.each(['a.b', 'a%20b', 'x'.repeat(101)])('with id %s has an invalid format', async (id) => {
    const { status, body } = await acme.api.get(`/v1/event-triggers/${id}`)
    expect(status).toBe(400)
    expect(body.error).toMatch(/Id has an invalid format$/)
  })
})
