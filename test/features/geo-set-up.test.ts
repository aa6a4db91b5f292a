import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { brandIdentities } from '../../src/features/brand-identities/table.ts'
import { competitors } from '../../src/features/geo/competitors/table.ts'
import { projects } from '../../src/features/geo/projects/table.ts'
import { startDueScans } from '../../src/features/geo/scans/recurring-scans.ts'
import { scans } from '../../src/features/geo/scans/table.ts'
import { geoSettings } from '../../src/features/geo/settings/table.ts'
import { organizations } from '../../src/features/organizations/table.ts'
import { addIdentity, type SignedInPerson, type Team, testApp } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { engineServer } from '../support/engine-server.ts'
import { startModels } from '../support/models.ts'

let engine: ReturnType<typeof engineServer>
let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let ada: SignedInPerson
beforeEach(async () => {
  engine = engineServer({ text: 'Acme.' })
  app = await testApp(
    {},
    { writer: null, small: null },
    engine.engines([
      { id: 'test/one' },
      { id: 'test/two', keyVariable: 'TWO_KEY', zdr: 'all', searchZdr: 'all' },
    ]),
  )
  acme = await app.team('acme')
  ada = await acme.person('member')
  await addIdentity(app.ctx, acme.id, 'brand')
})
afterEach(() => engine.stop())

const path = '/api/app/visibility-set-up'
const propose = (brandIdentityId = 'brand') => ada.call('POST', `${path}/proposal`, { brandIdentityId })
const whole = {
  brandIdentityId: 'brand',
  companyName: 'Acme',
  aliases: ['Acme Cloud'],
  competitors: [
    { name: 'Northlight', domain: 'https://www.northlight.example/pricing' },
    { name: 'acme cloud', domain: null },
  ],
  prompts: ['best tools for release notes in small teams', 'Best tools for release notes in small teams '],
  engines: ['test/one'],
  scanIntervalHours: 168,
}
const start = (changes: object = {}) => ada.call('POST', path, { ...whole, ...changes })
const countProjects = () => app.ctx.db.$count(projects)

test('lists engines with the price of an answer, and why others cannot be asked', async () => {
  const { body } = await ada.call('GET', path)
  // 8,000 tokens at $1 and 800 at $4 a million, and one search at $0.01.
  expect(body.engines).toEqual([
    { id: 'test/one', label: 'test/one', kind: 'api_search', default: true, obstacle: null, cents: 2.12 },
    {
      ...{ id: 'test/two', label: 'test/two', kind: 'api_search', default: true, cents: 2.12 },
      obstacle: 'It is not set up: set TWO_KEY.',
    },
  ])
  await app.ctx.db.update(organizations).set({ zeroDataRetention: true })
  const { body: strict } = await ada.call('GET', path)
  expect(strict.engines[0].obstacle).toBe(
    'It stores questions, and this project requires zero data retention.',
  )
})

describe('a proposal', () => {
  const answer = {
    aliases: ['Acme', 'Acme Cloud'],
    competitors: [
      { name: 'Northlight', domain: 'www.northlight.example' },
      { name: 'ACME', domain: null },
      { name: 'Anvil', domain: 'acme.com' },
      { name: 'northlight', domain: null },
    ],
    prompts: [
      'best tools for release notes in small teams',
      'best tools for release notes in small teams',
      'alternatives to northlight for release notes',
      'is acme cloud good for release notes',
      'short',
    ],
  }

  test('leaves out the brand among its competitors, and prompts that name one of them', async () => {
    using model = startModels(answer)
    Object.assign(app.ctx.models, model.models())
    await app.ctx.db.update(brandIdentities).set({ companyName: 'Acme', companyDescription: 'Writes notes.' })
    expect((await propose()).body).toEqual({
      companyName: 'Acme',
      aliases: ['Acme Cloud'],
      competitors: [{ name: 'Northlight', domain: 'northlight.example' }],
      prompts: ['best tools for release notes in small teams'],
      note: null,
    })
    expect(JSON.parse(model.asked[0]?.prompt ?? '')).toEqual({
      ...{ name: 'Acme', website: 'https://acme.com', description: 'Writes notes.', audience: null },
      language: 'English',
    })
  })

  test('is empty without a model, and when the model fails, and says why', async () => {
    const nothing = { companyName: '', aliases: [], competitors: [], prompts: [] }
    const none = 'No model is configured for proposals. Enter your own below.'
    expect((await propose()).body).toEqual({ ...nothing, note: none })
    using model = startModels('garbage')
    Object.assign(app.ctx.models, model.models())
    const { status, body } = await propose()
    expect([status, body]).toEqual([
      200,
      { ...nothing, note: expect.stringContaining('Enter your own below.') },
    ])
    expect(body.note).not.toBe(none)
  })

  test('is refused for the brand of another organization', async () => {
    const other = await app.team('other')
    await addIdentity(app.ctx, other.id, 'foreign')
    expect([(await propose('foreign')).status, (await start({ brandIdentityId: 'foreign' })).status]).toEqual(
      [404, 404],
    )
    expect(await countProjects()).toBe(0)
  })
})

describe('the start', () => {
  test('tracks exactly what the page shows, and scans it once', async () => {
    await app.ctx.db.update(brandIdentities).set({ language: 'German' })
    const { status, body } = await start()
    expect([status, body]).toEqual([201, { projectId: expect.any(String), refused: null }])
    await drain(app.ctx)
    await startDueScans(app.ctx)
    const [scan, ...more] = await app.ctx.db.select().from(scans)
    expect([scan?.status, scan?.saved, more]).toEqual(['completed', 1, []])
    expect(engine.asked).toHaveLength(1)
    const [settings] = await app.ctx.db.select().from(geoSettings)
    expect(settings).toMatchObject({
      ...{ companyName: 'Acme', aliases: ['Acme Cloud'], engines: ['test/one'], languages: ['de'] },
      ...{ enabled: true, scanIntervalHours: 168, nextScanAt: new Date('2026-03-11T12:00:00.000Z') },
    })
    const tracked = await app.ctx.db.select().from(competitors)
    expect(tracked.map(({ name, domain }) => [name, domain])).toEqual([['Northlight', 'northlight.example']])
  })

  test('creates nothing if a part is invalid', async () => {
    for (const changes of [
      { competitors: [{ name: 'Northlight', domain: 'not a host' }] },
      { engines: ['test/unknown'] },
      { scanIntervalHours: 5 },
      { prompts: [] },
    ])
      expect([changes, (await start(changes)).status]).toEqual([changes, 400])
    expect(await countProjects()).toBe(0)
  })

  test('creates the project although no engine can be asked, and says why nothing is scanned', async () => {
    const { status, body } = await start({ engines: ['test/two'], scanIntervalHours: null })
    expect([status, body.refused]).toEqual([
      201,
      'None of the tracked engines can be asked. test/two: It is not set up: set TWO_KEY.',
    ])
    const [settings] = await app.ctx.db.select().from(geoSettings)
    expect(settings).toMatchObject({ enabled: false, nextScanAt: null })
  })
})
