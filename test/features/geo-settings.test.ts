import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { builtIn } from '../../src/ai/engines/built-in.ts'
import type { Engine } from '../../src/ai/engines/engine.ts'
import { createEngines } from '../../src/ai/engines/engines.ts'
import { languages } from '../../src/features/brand-identities/languages.ts'
import { competitors } from '../../src/features/geo/competitors/table.ts'
import { languageNames } from '../../src/features/geo/settings/model.ts'
import { findLanguage } from '../../src/features/geo/settings/rules.ts'
import { geoSettings } from '../../src/features/geo/settings/table.ts'
import { setSwitches } from '../../src/features/organizations/service.ts'
import { setLimits } from '../../src/features/usage/limits.ts'
import { jobs } from '../../src/jobs/table.ts'
import { addProject, type Team, testApp } from '../support/app.ts'

const minute = 60_000
const hour = 60 * minute

const engine = (id: string, changes: Partial<Engine> = {}): Engine => ({
  ...(builtIn[0] as Engine),
  id,
  provider: id.split('/')[0] as string,
  label: id,
  keyVariable: null,
  isDefault: false,
  ...changes,
})
const catalog = [
  engine('openai/one', { isDefault: true, zdr: 'some', searchZdr: 'none' }),
  engine('openai/two', { keyVariable: 'NO_SUCH_KEY' }),
  engine('mistral/three', { zdr: 'all', searchZdr: 'all', search: { supported: false, body: {} } }),
  engine('mine/four', { isBuiltIn: false, baseUrl: 'http://10.0.0.5/v1' }),
]

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
const path = '/v1/projects/p/geo/settings'

beforeEach(async () => {
  app = await testApp()
  useCatalog(catalog)
  acme = await app.team('acme')
  await addProject(app.ctx, acme.id, 'p')
})

const useCatalog = (engines: Engine[]) => {
  app.ctx.engines = createEngines(app.ctx.config, engines)
}
const document = {
  companyName: 'Acme',
  aliases: ['Acme Cloud'],
  languages: ['en'],
  engines: ['openai/one', 'openai/two'],
  enforceZdr: false,
  nonZdrApprovedEngines: ['openai/two'],
  enabled: false,
  scanIntervalHours: 24,
}
const save = (changes: Record<string, unknown> = {}, by = acme) =>
  by.call('PATCH', path, { ...document, ...changes })
const saved = async (changes: Record<string, unknown> = {}) => {
  const { status, body } = await save(changes)
  expect([status, body.error]).toEqual([200, undefined])
  return body.settings
}
const refusal = async (changes: Record<string, unknown>) => {
  const { status, body } = await save(changes)
  return [status, body.error]
}
const read = async () => (await acme.call('GET', path)).body
const stored = async () => {
  const [row] = await app.ctx.db.select().from(geoSettings)
  return row as typeof geoSettings.$inferSelect
}

describe('GET .../geo/settings', () => {
  test('says before the first save that nothing is configured, and lists the choices', async () => {
    expect(await read()).toEqual({
      configured: false,
      settings: null,
      catalog: {
        providers: [
          { id: 'openai', label: 'OpenAI', brand: 'openai', featured: true },
          { id: 'mistral', label: 'Mistral AI', brand: 'mistral', featured: false },
          { id: 'mine', label: 'mine', brand: 'mine', featured: false },
        ],
        models: [
          {
            id: 'openai/one',
            provider: 'openai',
            label: 'openai/one',
            zdr: 'some',
            searchZdr: 'none',
            released: '2026-09-28',
            default: true,
            gateways: ['api.anthropic.com'],
            supportsGroundedChecks: true,
            kind: 'api_search',
            available: true,
            missing: null,
          },
          expect.objectContaining({
            id: 'openai/two',
            default: false,
            available: false,
            missing: 'set NO_SUCH_KEY',
          }),
          expect.objectContaining({ id: 'mistral/three', zdr: 'all', kind: 'api_plain' }),
          // The URLs of engines that the operator added are internal.
          expect.objectContaining({ id: 'mine/four', gateways: [], available: true }),
        ],
        languages: expect.arrayContaining([{ code: 'en', name: 'English' }]),
        countries: expect.arrayContaining(['DE', 'US']),
      },
      organization: { id: acme.id, slug: 'acme', name: 'Team acme', logo: null },
    })
  })

  test('returns the saved settings, as the save does', async () => {
    const { status, body } = await save()
    expect([status, Object.keys(body)]).toEqual([200, ['configured', 'settings', 'organization']])
    expect(body.settings).toEqual({
      ...document,
      place: { country: 'US', location: null, device: 'desktop' },
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      organizationId: acme.id,
      projectId: 'p',
      conversionPaths: [],
      domains: [],
      promptLanguage: 'en',
      competitors: [],
      pausedAutoPromptIds: [],
      removedAutoPromptIds: [],
      trackWithoutSearch: false,
      isScanning: false,
      scanStartedAt: null,
      lastScanAt: null,
      nextScanAt: null,
      createdAt: app.ctx.now().toISOString(),
      updatedAt: app.ctx.now().toISOString(),
    })
    expect(await read()).toMatchObject({ configured: true, settings: body.settings })
  })

  test('offers the 28 languages that a brand can write in, in the same order', async () => {
    const { catalog } = await read()
    expect(catalog.languages.map(({ name }: { name: string }) => name)).toEqual([...languages])
  })
})

describe('PATCH .../geo/settings', () => {
  test('replaces the whole document, and preserves its id and creation time', async () => {
    const first = await saved()
    app.ctx.clock.advance(hour)
    const second = await saved({ companyName: 'Apex', aliases: [], engines: ['mistral/three'] })
    expect(second).toMatchObject({
      id: first.id,
      createdAt: first.createdAt,
      updatedAt: app.ctx.now().toISOString(),
      companyName: 'Apex',
      aliases: [],
      engines: ['mistral/three'],
      nonZdrApprovedEngines: [],
    })
  })

  test('preserves omitted lists', async () => {
    const lists = {
      conversionPaths: ['/signup'],
      domains: ['acme.dev'],
      pausedAutoPromptIds: ['best-tools'],
      removedAutoPromptIds: ['alternatives'],
      trackWithoutSearch: true,
    }
    await saved(lists)
    expect(await saved()).toMatchObject(lists)
    expect(await saved(Object.fromEntries(Object.keys(lists).map((name) => [name, null])))).toMatchObject(
      lists,
    )
    const empty = { conversionPaths: [], domains: [], pausedAutoPromptIds: [], removedAutoPromptIds: [] }
    expect(await saved({ ...empty, trackWithoutSearch: false })).toMatchObject({
      ...empty,
      trackWithoutSearch: false,
    })
  })

  test.each([
    [{ companyName: ' ' }, 'companyName must have 1 to 128 characters'],
    [{ companyName: 'ä'.repeat(129) }, 'companyName must have 1 to 128 characters'],
    [{ companyName: undefined }, 'companyName must have 1 to 128 characters'],
    [{ aliases: undefined }, 'aliases must be a list of up to 10 names'],
    [{ aliases: Array(11).fill('a') }, 'aliases must be a list of up to 10 names'],
    [{ aliases: ['ä'.repeat(129)] }, 'aliases[0] must have 1 to 128 characters'],
    [{ languages: [] }, 'languages must be a list of 1 to 4 languages'],
    [{ languages: ['en', 'de', 'fr', 'es', 'it'] }, 'languages must be a list of 1 to 4 languages'],
    [{ engines: [] }, 'engines must be a list of 1 to 64 model IDs'],
    [{ engines: Array(65).fill('openai/one') }, 'engines must be a list of 1 to 64 model IDs'],
    [
      { nonZdrApprovedEngines: Array(65).fill('openai/one') },
      'nonZdrApprovedEngines must be a list of up to 64 model IDs',
    ],
    [{ domains: Array(21).fill('acme.dev') }, 'domains must be a list of up to 20 hosts'],
    [{ domains: ['acme'] }, 'domains: "acme" is not a domain such as example.com'],
    [{ domains: ['acme.dev', '1.2.3.4'] }, 'domains: "1.2.3.4" is not a domain such as example.com'],
    [{ conversionPaths: Array(21).fill('/a') }, 'conversionPaths must be a list of up to 20 paths'],
    [{ conversionPaths: ['signup'] }, 'conversionPaths: "signup" must begin with /'],
    [{ conversionPaths: [`/${'a'.repeat(200)}`] }, 'conversionPaths[0] must have 1 to 200 characters'],
    [
      { pausedAutoPromptIds: Array(9).fill('best-tools') },
      'pausedAutoPromptIds must be a list of up to 8 IDs',
    ],
    [{ enforceZdr: undefined }, 'enforceZdr must be true or false'],
    [{ enabled: 'yes' }, 'enabled must be true or false'],
    [{ trackWithoutSearch: 1 }, 'trackWithoutSearch must be true or false'],
    [{ scanIntervalHours: 25 }, 'scanIntervalHours must be one of 24, 48, 72, 168, 336, 720'],
    [{ scanIntervalHours: undefined }, 'scanIntervalHours must be one of 24, 48, 72, 168, 336, 720'],
  ])('answers 400 to %j, and stores nothing', async (changes, sentence) => {
    expect(await refusal(changes)).toEqual([400, sentence])
    expect((await read()).configured).toBe(false)
  })

  test.each([24, 48, 72, 168, 336, 720])('accepts an interval of %d hours', async (scanIntervalHours) => {
    expect((await saved({ scanIntervalHours })).scanIntervalHours).toBe(scanIntervalHours)
  })

  test('reduces URLs to hosts, each once', async () => {
    const domains = ['https://www.Acme.dev:8080/pricing?x=1', 'acme.dev', 'docs.acme.dev.', 'münchen.de']
    expect((await saved({ domains })).domains).toEqual(['acme.dev', 'docs.acme.dev', 'xn--mnchen-3ya.de'])
  })

  test('reduces conversion paths to the path without trailing slash, each once', async () => {
    const conversionPaths = ['/signup/', '/signup?plan=pro', '//buy//now#top', '/', ' /Thanks ']
    expect((await saved({ conversionPaths })).conversionPaths).toEqual([
      '/signup',
      '/buy/now',
      '/',
      '/Thanks',
    ])
  })

  test("returns 404 for another organization's project, and for an unknown one", async () => {
    const other = await app.team('other')
    for (const [by, address] of [
      [other, path],
      [acme, '/v1/projects/unknown/geo/settings'],
    ] as const) {
      for (const [method, body] of [['GET'], ['PATCH', document]] as const) {
        const answer = await by.call(method, address, body)
        expect([answer.status, answer.body]).toEqual([404, { error: 'Project not found' }])
      }
    }
  })

  test('returns the competitors, which cannot be set here', async () => {
    await saved()
    for (const name of ['Beta', 'Alpha']) {
      const row = { id: name, projectId: 'p', name, folded: name.toLowerCase(), synonyms: [] }
      await app.ctx.db.insert(competitors).values({ ...row, createdAt: app.ctx.now() })
      app.ctx.clock.advance(1)
    }
    expect((await saved({ competitors: ['Gamma'] })).competitors).toEqual(['Beta', 'Alpha'])
  })
})

describe('languages', () => {
  test('can be sent as code or English name, and are returned as unique codes', async () => {
    expect((await saved({ languages: ['English', 'DE', 'German', 'iw'] })).languages).toEqual([
      'en',
      'de',
      'he',
    ])
  })

  test('have a code and a name each, and Norwegian and Hebrew also their other codes', () => {
    for (const [code, name] of Object.entries(languageNames)) {
      expect(findLanguage(code)).toBe(code as never)
      expect(findLanguage(name)).toBe(code as never)
    }
    expect(['nb', 'nn', 'no', 'iw', 'he', 'xx', 'constructor'].map(findLanguage)).toEqual([
      'no',
      'no',
      'no',
      'he',
      'he',
      null,
      null,
    ])
  })

  test('that are unknown are listed, with the supported ones', async () => {
    const [status, error] = await refusal({ languages: ['en', 'Klingon', 'xx'] })
    expect([status, error]).toEqual([
      400,
      `Unsupported languages: Klingon, xx. Supported languages: ${Object.entries(languageNames)
        .map(([code, name]) => `${code} (${name})`)
        .join(', ')}`,
    ])
    expect((await refusal({ promptLanguage: 'xx' }))[1]).toStartWith('Unsupported languages: xx. ')
  })

  test('are checked after the engines', async () => {
    const [, error] = await refusal({ languages: ['xx'], engines: ['nobody'] })
    expect(error).toStartWith('Unknown engines: nobody. ')
  })
})

describe('the prompt language', () => {
  test('is English if that is tracked, else the first language', async () => {
    expect((await saved({ languages: ['de', 'en'] })).promptLanguage).toBe('en')
    expect(await saved({ languages: ['fr', 'es'] })).toMatchObject({
      promptLanguage: 'fr',
      languages: ['fr', 'es'],
    })
  })

  test('is added first if the list does not have it', async () => {
    expect(await saved({ promptLanguage: 'German', languages: ['en', 'fr'] })).toMatchObject({
      promptLanguage: 'de',
      languages: ['de', 'en', 'fr'],
    })
  })

  test('stays if it was chosen and a later document does not name it', async () => {
    await saved({ promptLanguage: 'de', languages: ['en', 'de'] })
    expect(await saved({ languages: ['en', 'de'] })).toMatchObject({ promptLanguage: 'de' })
    expect(await saved({ languages: ['en'] })).toMatchObject({
      promptLanguage: 'de',
      languages: ['de', 'en'],
    })
  })

  test('returns 400 if the list is full without it', async () => {
    expect(await refusal({ promptLanguage: 'de', languages: ['en', 'fr', 'es', 'it'] })).toEqual([
      400,
      'languages must contain the prompt language, de: remove another one',
    ])
  })
})

describe('engines', () => {
  test('that are unknown are listed, with the supported ones', async () => {
    expect(await refusal({ engines: ['openai/one', 'nobody', 'no-one', 'nobody'] })).toEqual([
      400,
      'Unknown engines: nobody, no-one. Supported engines: openai/one, openai/two, mistral/three, mine/four',
    ])
  })

  test('are stored once each, and so are the approved ones, which must be among them', async () => {
    const ids = ['openai/two', 'openai/two', 'openai/one']
    const settings = await saved({ engines: ids, nonZdrApprovedEngines: [...ids, 'mine/four', 'nobody'] })
    expect(settings.engines).toEqual(['openai/two', 'openai/one'])
    expect(settings.nonZdrApprovedEngines).toEqual(['openai/two', 'openai/one'])
  })

  test('outside the catalog are not returned, but stay selected', async () => {
    await saved()
    useCatalog(catalog.filter(({ id }) => id !== 'openai/two'))
    const { settings } = await read()
    expect([settings.engines, settings.nonZdrApprovedEngines]).toEqual([['openai/one'], []])
    expect((await saved({ engines: ['mine/four'], nonZdrApprovedEngines: [] })).engines).toEqual([
      'mine/four',
    ])
    useCatalog(catalog)
    expect((await read()).settings).toMatchObject({
      engines: ['mine/four', 'openai/two'],
      nonZdrApprovedEngines: ['openai/two'],
    })
  })

  test('are the default ones if the catalog has none of the chosen ones', async () => {
    await saved({ engines: ['openai/two'] })
    useCatalog(catalog.filter(({ id }) => id !== 'openai/two'))
    expect((await read()).settings.engines).toEqual(['openai/one'])
  })
})

describe('zero data retention', () => {
  test('is forced off if the organization may not have it', async () => {
    expect((await saved({ enforceZdr: true })).enforceZdr).toBe(true)
    await setLimits(app.ctx, acme.id, { zeroDataRetention: false })
    expect((await saved({ enforceZdr: true })).enforceZdr).toBe(false)
  })

  test('is the default of new projects if the organization requires it', async () => {
    await setSwitches(app.ctx, acme.id, { zeroDataRetention: true })
    expect((await saved()).enforceZdr).toBe(true)
    expect((await saved()).enforceZdr).toBe(false)
  })

  test('is not the default if the organization requires it but may not have it', async () => {
    await setSwitches(app.ctx, acme.id, { zeroDataRetention: true })
    await setLimits(app.ctx, acme.id, { zeroDataRetention: false })
    expect((await saved()).enforceZdr).toBe(false)
  })
})

describe('the recurring scan', () => {
  const set = (changes: Partial<typeof geoSettings.$inferInsert>) =>
    app.ctx.db.update(geoSettings).set(changes).where(eq(geoSettings.projectId, 'p'))
  const ago = (milliseconds: number) => new Date(app.ctx.now().getTime() - milliseconds)
  const on = { enabled: true }
  beforeEach(() => {
    app.ctx.clock.now = new Date('2026-03-04T12:00:42.500Z')
  })

  test('is due immediately when switched on without an earlier scan, to the minute', async () => {
    expect((await saved(on)).nextScanAt).toBe('2026-03-04T12:00:00.000Z')
    await saved()
    app.ctx.clock.advance(5 * minute)
    expect((await saved(on)).nextScanAt).toBe('2026-03-04T12:05:00.000Z')
  })

  test('is not due while it is off', async () => {
    await saved(on)
    expect((await saved()).nextScanAt).toBeNull()
  })

  test('is due an interval after the last scan when switched on', async () => {
    await saved()
    await set({ lastScanAt: ago(5 * hour) })
    expect((await saved(on)).nextScanAt).toBe('2026-03-05T07:00:00.000Z')
  })

  test('is due immediately when switched on after more than an interval', async () => {
    await saved()
    await set({ lastScanAt: ago(25 * hour) })
    expect((await saved(on)).nextScanAt).toBe('2026-03-04T12:00:00.000Z')
  })

  test('is rescheduled when the interval changes', async () => {
    await saved(on)
    await set({ lastScanAt: ago(5 * hour), nextScanAt: ago(-19 * hour) })
    expect((await saved({ ...on, scanIntervalHours: 48 })).nextScanAt).toBe('2026-03-06T07:00:00.000Z')
  })

  test('does not move if it was on and its interval stays', async () => {
    await saved(on)
    await set({ lastScanAt: ago(5 * hour), nextScanAt: ago(3 * hour) })
    app.ctx.clock.advance(minute)
    expect((await saved({ ...on, companyName: 'Apex' })).nextScanAt).toBe('2026-03-04T09:00:42.500Z')
  })

  test('does not change the slot of a running scan', async () => {
    await saved()
    await set({ scanId: 's', scanStartedAt: ago(minute), lastScanAt: ago(hour) })
    await saved({ ...on, scanIntervalHours: 720 })
    expect(await stored()).toMatchObject({ scanId: 's', scanStartedAt: ago(minute), lastScanAt: ago(hour) })
  })

  test('is reported as running: started within two hours, and not ended since', async () => {
    await saved()
    const tell = async (scanStartedAt: Date | null, lastScanAt: Date | null) => {
      await set({ scanStartedAt, lastScanAt })
      const { isScanning, ...settings } = (await read()).settings
      expect([settings.scanStartedAt, settings.lastScanAt]).toEqual(
        [scanStartedAt, lastScanAt].map((time) => time?.toISOString() ?? null),
      )
      return isScanning
    }
    expect(await tell(null, null)).toBe(false)
    expect(await tell(ago(2 * hour - 1), null)).toBe(true)
    expect(await tell(ago(minute), ago(2 * minute))).toBe(true)
    expect(await tell(ago(2 * hour), null)).toBe(false)
    expect(await tell(ago(2 * minute), ago(minute))).toBe(false)
  })
})

describe('stored answers', () => {
  const queued = async () =>
    (await app.ctx.db.select().from(jobs)).map(({ name, payload }) => [name, payload])
  const rescore = ['scans.rescore', { projectId: 'p' }]

  test.each([[{ aliases: ['Acme', 'Acme Labs'] }], [{ companyName: 'Apex' }], [{ domains: ['acme.dev'] }]])(
    'are searched again after %j',
    async (changes) => {
      await saved()
      await saved(changes)
      expect(await queued()).toEqual([rescore])
    },
  )

  test('are rescored once for edits in quick succession, after the last of them', async () => {
    await saved()
    for (const companyName of ['A', 'Ac', 'Acm']) await saved({ companyName })
    expect(await queued()).toEqual([rescore])
    app.ctx.clock.advance(10_000)
    await saved({ companyName: 'Acme' })
    expect(await queued()).toEqual([rescore, rescore])
  })

  test('are not rescored for other changes', async () => {
    await saved()
    await saved({ engines: ['mine/four'], languages: ['de'], enabled: true })
    expect(await queued()).toEqual([])
  })
})

test('reading needs geo-settings.read, writing geo-settings.write; geo-settings includes both', async () => {
  for (const [scope, reads, writes] of [
    ['geo-settings.read', 200, 403],
    ['geo-settings.write', 403, 200],
    ['geo-settings', 200, 200],
    ['projects.write', 403, 403],
  ] as const) {
    const team = await app.team(scope.replace('.', '-'), [scope])
    const id = await addProject(app.ctx, team.id)
    const address = `/v1/projects/${id}/geo/settings`
    expect([scope, (await team.call('GET', address)).status]).toEqual([scope, reads])
    expect([scope, (await team.call('PATCH', address, document)).status]).toEqual([scope, writes])
  }
})
