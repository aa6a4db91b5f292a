import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { readDomain, readSynonyms } from '../../src/features/geo/competitors/rules.ts'
import { competitors } from '../../src/features/geo/competitors/table.ts'
import { createBrands } from '../../src/features/geo/visibility/brands.ts'
import { organizations } from '../../src/features/organizations/table.ts'
import { jobs } from '../../src/jobs/table.ts'
import { addProject, type Team, testApp } from '../support/app.ts'
import { startModels } from '../support/models.ts'
import { track } from '../support/tracking.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let path: string
let projectId: string
beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
  projectId = await addProject(app.ctx, acme.id)
  path = pathOf(projectId)
})

const pathOf = (id: string) => `/v1/projects/${id}/geo/competitors`
const put = (body: unknown) => acme.call('PUT', path, body)
const bring = (body: unknown) => acme.call('POST', `${path}/import`, body)
const list = async () => (await acme.call('GET', path)).body.competitors
const names = async () => (await list()).map(({ name }: { name: string }) => name)
const tell = ({ status, body }: Awaited<ReturnType<typeof put>>) => [status, body.error]
const rescores = () => app.ctx.db.select().from(jobs).where(eq(jobs.name, 'scans.rescore'))

describe('PUT', () => {
  test('adds a competitor and returns all of them, in the order in which they were added', async () => {
    await put({ name: 'Zeta', domain: null })
    app.ctx.clock.advance(1000)
    const { status, body } = await put({
      name: ' Northlight ',
      domain: 'https://www.Northlight.example:443/pricing?a=b',
      synonyms: ['North Light', 'north light', 'NORTHLIGHT', ' NL '],
      kind: 'indirect',
      color: '#ff0000',
    })
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/)
    expect([status, body]).toEqual([
      200,
      {
        competitors: [
          { id, name: 'Zeta', domain: null, synonyms: [], kind: 'direct', color: null },
          {
            ...{ id, name: 'Northlight', domain: 'northlight.example' },
            ...{ synonyms: ['North Light', 'NL'], kind: 'indirect', color: '#ff0000' },
          },
        ],
        organization: { id: acme.id, slug: 'acme', name: 'Team acme', logo: null },
      },
    ])
  })

  test('updates the one with the same name, ignoring case, and preserves omitted fields', async () => {
    const first = (await put({ name: 'Zeta', domain: 'zeta.example', synonyms: ['Z'], color: 'red' })).body
    const { body } = await put({ name: ' ZETA', domain: null, kind: 'indirect' })
    expect(body.competitors).toEqual([
      { ...first.competitors[0], name: 'ZETA', domain: null, kind: 'indirect' },
    ])
  })

  test('renames by previousName, and adds one that is not tracked', async () => {
    const [{ id }] = (await put({ name: 'Zeta', domain: null, synonyms: ['Z'] })).body.competitors
    expect((await put({ name: 'Eta', previousName: 'zeta', domain: null })).body.competitors).toEqual([
      { id, name: 'Eta', domain: null, synonyms: ['Z'], kind: 'direct', color: null },
    ])
    await put({ name: 'Theta', previousName: 'Nobody', domain: null })
    expect(await names()).toEqual(['Eta', 'Theta'])
  })

  test('refuses the name of another competitor with 409', async () => {
    await put({ name: 'Zeta', domain: null })
    await put({ name: 'Eta', domain: null })
    expect(tell(await put({ name: 'zeta', previousName: 'Eta', domain: null }))).toEqual([
      409,
      'A competitor of this name is tracked already',
    ])
  })

  test.each([
    [{ domain: null }, 'name must have 1 to 128 characters'],
    [{ name: 'Zeta' }, 'domain must be a host such as acme.com, or null'],
    [{ name: 'Zeta', domain: 'no host' }, 'domain must be a host such as acme.com, or null'],
    [{ name: '..', domain: null }, 'name cannot be . or ..'],
    [{ name: 'Zeta', domain: null, kind: 'other' }, 'kind must be one of direct, indirect'],
    [
      { name: 'Zeta', domain: null, synonyms: 'abcdefghi'.split('') },
      'synonyms must be a list of up to 8 strings',
    ],
    [{ name: 'Zeta', domain: null, color: 'x'.repeat(129) }, 'color must have 1 to 128 characters'],
  ])('answers 400 to %j', async (body, sentence) => {
    expect(tell(await put(body))).toEqual([400, sentence])
    expect(await list()).toEqual([])
  })

  test('refuses the brand itself by any of its names, in imports too', async () => {
    const ours = await track(app.ctx, acme.id, { aliases: ['Acme Releases'] })
    for (const name of ['ACME', ' acme releases'])
      expect(tell(await acme.call('PUT', pathOf(ours), { name, domain: null }))).toEqual([
        400,
        `${name.trim()} is the brand itself, not a competitor`,
      ])
    const rows = [{ name: 'Zeta' }, { name: 'acme' }]
    expect(tell(await acme.call('POST', `${pathOf(ours)}/import`, { rows }))).toEqual([
      400,
      'acme is the brand itself, not a competitor',
    ])
  })

  test('rescores stored answers, once for changes within ten seconds', async () => {
    await put({ name: 'Zeta', domain: null })
    await put({ name: 'Eta', domain: null })
    expect((await rescores()).map(({ payload }) => payload)).toEqual([{ projectId }])
    app.ctx.clock.advance(10_000)
    await put({ name: 'Theta', domain: null })
    expect((await rescores()).length).toBe(2)
  })
})

describe('DELETE', () => {
  test('removes a competitor by its name in the path, ignoring case', async () => {
    await put({ name: 'Zeta & Söhne/1', domain: null })
    await put({ name: 'Eta', domain: null })
    const { status, body } = await acme.call('DELETE', `${path}/${encodeURIComponent('zeta & söhne/1')}`)
    expect([status, body.competitors.map(({ name }: { name: string }) => name)]).toEqual([200, ['Eta']])
  })

  test('ignores an unknown name', async () => {
    await put({ name: 'Eta', domain: null })
    expect((await acme.call('DELETE', `${path}/Nobody`)).status).toBe(200)
    expect(await names()).toEqual(['Eta'])
  })
})

describe('an import', () => {
  test('of rows adds new ones, updates existing ones but not their name and color, and skips duplicates', async () => {
    const [known] = (await put({ name: 'Zeta', domain: null, color: 'red', synonyms: ['Z'] })).body
      .competitors
    const { status, body } = await bring({
      rows: [
        { name: 'ZETA', domain: 'zeta.example' },
        { name: 'Eta', kind: 'indirect' },
        { name: 'eta', domain: 'other.example' },
      ],
    })
    const id = expect.any(String)
    expect([status, body]).toEqual([
      200,
      {
        ...{ imported: 1, updated: 1, skipped: 1, issues: [] },
        competitors: [
          { ...known, domain: 'zeta.example' },
          { id, name: 'Eta', domain: null, synonyms: [], kind: 'indirect', color: null },
        ],
        organization: expect.anything(),
      },
    ])
  })

  test('of many rows writes those with the same fields in one statement, in their order', async () => {
    const batches: number[] = []
    const batch = app.ctx.db.batch.bind(app.ctx.db)
    app.ctx.db.batch = ((statements: Parameters<typeof batch>[0]) => {
      batches.push(statements.length)
      return batch(statements)
    }) as unknown as typeof batch
    const rows = Array.from({ length: 50 }, (_, index) =>
      index % 2 ? { name: `Tool ${index}`, synonyms: ['T\'"`', 'Ü'] } : { name: `Tool ${index}` },
    )
    expect((await bring({ rows })).status).toBe(200)
    expect(Math.max(...batches)).toBeLessThan(6)
    expect(await names()).toEqual(rows.map(({ name }) => name))
    expect((await list())[1].synonyms).toEqual(['T\'"`', 'Ü'])
  })

  test('of a CSV file reads its columns, and reports the lines that it skips', async () => {
    const csv = [
      'Name;Domain;Kind;Synonyms',
      'Zeta;https://zeta.example/;Indirect;Z|Zed',
      ';nameless.example;;',
      'Eta;not a host;;',
      'Theta;;other;',
      `Iota;;;${'a|b|c|d|e|f|g|h|i'}`,
    ].join('\n')
    const { body } = await bring({ csv })
    expect([body.imported, body.updated, body.skipped]).toEqual([1, 0, 0])
    expect(body.issues).toEqual([
      { line: 3, message: 'The name is missing.' },
      { line: 4, message: '"not a host" is not a domain such as acme.com.' },
      { line: 5, message: 'kind must be one of direct, indirect.' },
      { line: 6, message: 'A competitor has up to 8 synonyms of up to 128 characters.' },
    ])
    expect(body.competitors[0]).toMatchObject({
      ...{ name: 'Zeta', domain: 'zeta.example', kind: 'indirect', synonyms: ['Z', 'Zed'] },
    })
  })

  test('of a CSV file preserves what an empty cell or a missing column does not say', async () => {
    const zeta = { domain: 'zeta.example', kind: 'indirect', synonyms: ['Zed'] }
    await bring({ rows: [{ name: 'Zeta', ...zeta }] })
    for (const csv of ['name,domain,kind,synonyms\nZeta,,,\n', 'name\nZeta\n'])
      expect((await bring({ csv })).body).toMatchObject({ updated: 1, competitors: [zeta] })
  })

  test('uses the rows if both are sent', async () => {
    expect((await bring({ rows: [{ name: 'Zeta' }], csv: 'name\nEta\n' })).body.imported).toBe(1)
    expect(await names()).toEqual(['Zeta'])
  })

  test.each([
    [{}, 'rows or csv is required'],
    [{ rows: [] }, 'rows must be a list of 1 to 2000 competitors'],
    [{ csv: 'domain\nzeta.example\n' }, 'Line 1: The column "name" is missing.'],
    [{ csv: 'x'.repeat(1_048_577) }, 'csv must have 1 to 1048576 characters'],
    [{ csv: 'name\n' }, 'The file has no competitors.'],
    [{ csv: '\n' }, 'Line 1: The file is empty.'],
    [{ rows: [{ name: 'Zeta', domain: 'no host' }] }, 'domain must be a host such as acme.com, or null'],
  ])('of %j is refused, and spends nothing', async (body, sentence) => {
    for (let times = 0; times < 11; times++) expect(tell(await bring(body))).toEqual([400, sentence])
  })

  test('is refused if the project would have more than 2,000', async () => {
    const rows = Array.from({ length: 2000 }, (_, at) => ({ name: `Brand ${at}` }))
    expect((await bring({ rows })).body.imported).toBe(2000)
    expect(tell(await bring({ rows: [{ name: 'One more' }] }))).toEqual([
      400,
      'A project can have at most 2000 competitors',
    ])
    expect(tell(await put({ name: 'One more', domain: null }))).toEqual([
      400,
      'A project can have at most 2000 competitors',
    ])
    expect((await bring({ rows: [{ name: 'BRAND 7', domain: 'seven.example' }] })).body.updated).toBe(1)
  })

  test('is limited to ten in ten minutes', async () => {
    for (let times = 0; times < 10; times++)
      expect((await bring({ rows: [{ name: 'Zeta' }] })).status).toBe(200)
    expect((await bring({ rows: [{ name: 'Zeta' }] })).status).toBe(429)
  })
})

describe('suggestions', () => {
  const suggest = (domain: string) =>
    acme.call('GET', `${path}/suggestions?domain=${encodeURIComponent(domain)}`)

  test('need a model, and the error says so', async () => {
    expect(tell(await suggest('acme.com'))).toEqual([
      503,
      'No AI model is configured. To suggest competitors, set one under Server, or set OPENAI_BASE_URL, OPENAI_API_KEY and WRITER_MODEL in the environment.',
    ])
  })

  const answer = {
    field: 'changelogs',
    competitors: [
      {
        name: 'Northlight',
        domain: 'https://www.northlight.example/',
        description: 'A writer.',
        confidence: 'high',
      },
      { name: 'NORTHLIGHT ', domain: null, description: null, confidence: 'medium' },
      { name: 'Acme', domain: 'acme.com', description: null, confidence: 'high' },
      { name: 'Ledgerly', domain: 'not a host', description: null, confidence: 'medium' },
    ],
  }

  test('come from the small model, are cleaned up, and are cached for an hour', async () => {
    using model = startModels(answer)
    Object.assign(app.ctx.models, model.models())
    const { status, body } = await suggest('Acme.com')
    expect([status, body]).toEqual([
      200,
      {
        ...{ domain: 'acme.com', field: 'changelogs', organization: expect.anything() },
        competitors: [
          { name: 'Northlight', domain: 'northlight.example', description: 'A writer.', confidence: 'high' },
          { name: 'Ledgerly', domain: null, description: null, confidence: 'medium' },
        ],
      },
    ])
    expect(model.asked.map(({ model, prompt }) => [model, prompt])).toEqual([
      ['small', '{"domain":"acme.com"}'],
    ])
    for (let times = 0; times < 12; times++) expect((await suggest('acme.com')).status).toBe(200)
    expect(model.asked.length).toBe(1)
    app.ctx.clock.advance(60 * 60 * 1000)
    await suggest('acme.com')
    expect(model.asked.length).toBe(2)
  })

  test('are limited to ten uncached domains in ten minutes', async () => {
    using model = startModels(answer)
    Object.assign(app.ctx.models, model.models())
    for (let at = 0; at < 10; at++) expect((await suggest(`brand${at}.com`)).status).toBe(200)
    expect((await suggest('one-more.com')).status).toBe(429)
    expect((await suggest('brand3.com')).status).toBe(200)
  })

  test('that the model fails to return are a 400 with the reason, and are not cached', async () => {
    using model = startModels('garbage', answer)
    Object.assign(app.ctx.models, model.models())
    expect(tell(await suggest('acme.com'))).toEqual([400, 'The model small returned an invalid response.'])
    expect((await suggest('acme.com')).status).toBe(200)
  })

  test('do not use a model that stores its input, if the organization forbids that', async () => {
    using model = startModels(answer)
    Object.assign(app.ctx.models, model.models())
    await app.ctx.db.update(organizations).set({ zeroDataRetention: true })
    expect(tell(await suggest('acme.com'))).toEqual([
      503,
      'The model small stores its input, which this organization does not allow.',
    ])
    expect(model.asked).toEqual([])
  })

  test.each([[''], ['acme'], ['https://acme.com'], ['acme .com'], ['x'.repeat(129)]])(
    'of %j are refused',
    async (domain) => {
      expect((await suggest(domain)).status).toBe(400)
    },
  )
})

test("another organization's project is not found", async () => {
  const other = await app.team('other')
  const theirs = pathOf(await addProject(app.ctx, other.id, 'theirs'))
  for (const answer of [
    await acme.call('GET', theirs),
    await acme.call('PUT', theirs, { name: 'Zeta', domain: null }),
    await acme.call('DELETE', `${theirs}/Zeta`),
    await acme.call('POST', `${theirs}/import`, { rows: [{ name: 'Zeta' }] }),
    await acme.call('GET', `${theirs}/suggestions?domain=acme.com`),
  ])
    expect(tell(answer)).toEqual([404, 'Project not found'])
  expect(await app.ctx.db.$count(competitors)).toBe(0)
})

test.each([
  ['HTTPS://www.Acme.COM:8080/a?b#c', 'acme.com'],
  ['www.com', 'www.com'],
  ['user@acme.com', 'acme.com'],
  ['müller.de.', 'xn--mller-kva.de'],
  ['  ', null],
  [null, null],
  ['acme', undefined],
  ['-acme.com', undefined],
  [`${'a'.repeat(130)}.com`, undefined],
])('the host of %j is %j', (text, host) => {
  expect(readDomain(text)).toBe(host)
})

test('a synonym is stored once, and not if it is the name', () => {
  expect(readSynonyms('Acme', ['acme', 'AC', ' ac ', 'Me'])).toEqual(['AC', 'Me'])
})

test('a name wins over a synonym, and the first competitor with a synonym keeps it', () => {
  const brands = createBrands([
    { id: '1', name: 'Zeta', synonyms: ['Eta', 'Both'] },
    { id: '2', name: 'Eta', synonyms: ['BOTH'] },
  ])
  expect(['Zeta', ' eta', 'both', 'Theta'].map((name) => brands.findByName(name)?.id)).toEqual([
    '1',
    '2',
    '1',
    undefined,
  ])
})
