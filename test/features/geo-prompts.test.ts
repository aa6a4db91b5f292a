import { beforeEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { brandIdentities } from '../../src/features/brand-identities/table.ts'
import {
  autoPromptIds,
  readAudience,
  readCategory,
  writeAutoPrompts,
} from '../../src/features/geo/prompts/auto-prompts.ts'
import { prompts } from '../../src/features/geo/prompts/table.ts'
import { planProject } from '../../src/features/geo/scans/plan-project.ts'
import { checks } from '../../src/features/geo/scans/table.ts'
import { geoSettings } from '../../src/features/geo/settings/table.ts'
import { addIdentity, addProject, type Team, testApp } from '../support/app.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'
import { track } from '../support/tracking.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
const path = '/v1/projects/p/geo/prompts'
beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
})

const list = async (by = acme) => (await by.call('GET', path)).body
const create = (body: unknown, by = acme) => by.call('POST', path, body)
const patch = (id: string, body: unknown, by = acme) => by.call('PATCH', `${path}/${id}`, body)
const remove = (id: string, by = acme) => by.call('DELETE', `${path}/${id}`)
const tell = ({ status, body }: Awaited<ReturnType<typeof remove>>) => [status, body.error]
const question = 'best tools for writing release notes'

/** A project with settings and a described brand. */
async function setUp(settings: Partial<typeof geoSettings.$inferInsert> = {}) {
  await track(app.ctx, acme.id, { projectId: 'p', prompts: [], removedAutoPromptIds: [], ...settings })
  await addIdentity(app.ctx, acme.id, 'brand')
  await app.ctx.db.update(brandIdentities).set({
    companyName: 'Acme',
    companyDescription:
      'Acme is a self-hosted changelog server that turns merged pull requests into posts. It is free.',
    audience: 'Maintainers of software that other people install.',
  })
}

describe('POST .../geo/prompts', () => {
  beforeEach(() => addProject(app.ctx, acme.id, 'p'))

  test('returns 201 with the prompt: trimmed, with unique tags in lower case', async () => {
    const { status, body } = await create({ prompt: `  ${question} `, tags: ['Notes', ' notes', 'Release'] })
    expect([status, body]).toEqual([
      201,
      {
        prompt: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          prompt: question,
          enabled: true,
          source: 'custom',
          tags: ['notes', 'release'],
          namesBrand: 'auto',
          createdAt: app.ctx.now().toISOString(),
        },
        organization: { id: acme.id, slug: 'acme', name: 'Team acme', logo: null },
      },
    ])
  })

  test('returns 409 for a duplicate, ignoring case and blanks', async () => {
    await create({ prompt: question })
    expect(tell(await create({ prompt: ` ${question.toUpperCase()}  ` }))).toEqual([
      409,
      'This prompt is tracked already',
    ])
    await addProject(app.ctx, acme.id, 'other')
    const elsewhere = await acme.call('POST', '/v1/projects/other/geo/prompts', { prompt: question })
    expect(elsewhere.status).toBe(201)
  })

  test.each([
    [{}, 'prompt must have 8 to 300 characters'],
    [{ prompt: '1234567' }, 'prompt must have 8 to 300 characters'],
    [{ prompt: 'ä'.repeat(301) }, 'prompt must have 8 to 300 characters'],
    [{ prompt: question, tags: ['ä'.repeat(41)] }, 'tags[0] must have 1 to 40 characters'],
    [{ prompt: question, tags: [' '] }, 'tags[0] must have 1 to 40 characters'],
    [{ prompt: question, tags: Array(21).fill('a') }, 'tags must be a list of up to 20 strings'],
  ])('answers 400 to %j', async (body, sentence) => {
    expect(tell(await create(body))).toEqual([400, sentence])
  })
})

describe('GET .../geo/prompts', () => {
  test('lists written prompts, newest first, then auto prompts', async () => {
    await setUp()
    for (const prompt of ['the first of them', 'the second of them']) {
      await create({ prompt })
      app.ctx.clock.advance(1000)
    }
    const body = await list()
    expect([body.configured, Object.keys(body)]).toEqual([true, ['configured', 'prompts', 'organization']])
    expect(body.prompts.map(({ prompt, source }: any) => [source, prompt])).toEqual([
      ['custom', 'the second of them'],
      ['custom', 'the first of them'],
      ['auto', 'best tools for self-hosted changelog server that a small team can start with'],
      ['auto', 'alternatives to the market leader for self-hosted changelog server on a small budget'],
      ['auto', 'recommend a product for self-hosted changelog server that is set up within a day'],
      ['auto', 'compare the leading products for self-hosted changelog server by price and support'],
      ['auto', 'what is the most trusted product for self-hosted changelog server in larger companies'],
      ['auto', 'how to choose a product for self-hosted changelog server and which ones to try'],
      ['auto', 'top products for self-hosted changelog server in companies with remote teams'],
      [
        'auto',
        'products for self-hosted changelog server that maintainers of software that other people install trust',
      ],
    ])
    expect(body.prompts.at(-1)).toEqual({
      id: 'audience-specific',
      prompt: expect.any(String),
      enabled: true,
      source: 'auto',
      tags: [],
      namesBrand: 'auto',
      createdAt: null,
    })
    expect(body.prompts.slice(2).map(({ id }: any) => id)).toEqual([...autoPromptIds])
  })

  test('reports a project without settings, which has no auto prompts', async () => {
    await addProject(app.ctx, acme.id, 'p')
    await create({ prompt: question })
    const { configured, prompts } = await list()
    expect([configured, prompts.map(({ source }: any) => source)]).toEqual([false, ['custom']])
  })

  test('generates none if the prompts are not in English', async () => {
    await setUp({ languages: ['de', 'en'], promptLanguage: 'de' })
    expect((await list()).prompts).toEqual([])
  })

  test('generates seven if the brand has no audience', async () => {
    await setUp()
    await app.ctx.db.update(brandIdentities).set({ audience: null })
    expect((await list()).prompts.map(({ id }: any) => id)).toEqual(autoPromptIds.slice(0, 7))
  })

  test('ignores descriptions in another language', async () => {
    await setUp()
    await app.ctx.db
      .update(brandIdentities)
      .set({ language: 'German', companyDescription: 'Acme ist ein Server.' })
    expect((await list()).prompts[0].prompt).toBe(
      'best tools for this space that a small team can start with',
    )
  })
})

describe('PATCH .../geo/prompts/{promptId}', () => {
  test('pauses, resumes and tags a written prompt by either form of its id', async () => {
    await addProject(app.ctx, acme.id, 'p')
    const { id } = (await create({ prompt: question, tags: ['a'] })).body.prompt
    expect((await patch(id, { enabled: false })).body.prompt).toMatchObject({
      id,
      enabled: false,
      tags: ['a'],
    })
    const tagged = await patch(`custom-${id}`, { tags: ['B', 'b'] })
    expect(tagged.body.prompt).toMatchObject({ id, enabled: false, tags: ['b'] })
    expect((await patch(id, { enabled: true, tags: [] })).body.prompt).toMatchObject({
      enabled: true,
      tags: [],
    })
    for (const namesBrand of ['yes', 'no', 'auto'])
      expect((await patch(id, { namesBrand })).body.prompt).toMatchObject({ id, namesBrand, enabled: true })
    expect(tell(await patch(id, { namesBrand: true }))).toEqual([400, 'namesBrand must be auto, yes or no'])
    expect(tell(await patch(id, {}))).toEqual([400, 'At least one field is required'])
    expect(tell(await patch('unknown', { enabled: true }))).toEqual([404, 'Prompt not found'])
  })

  test('only pauses and resumes an auto prompt', async () => {
    await setUp()
    const { status, body } = await patch('best-tools', { enabled: false })
    expect([status, body.prompt]).toMatchObject([200, { id: 'best-tools', enabled: false, source: 'auto' }])
    await patch('best-tools', { enabled: false })
    await patch('top-list', { enabled: false })
    const [row] = await app.ctx.db.select().from(geoSettings)
    expect(row?.pausedAutoPromptIds).toEqual(['best-tools', 'top-list'])
    const paused = (await list()).prompts.filter(({ enabled }: any) => !enabled)
    expect(paused.map(({ id }: any) => id)).toEqual(['best-tools', 'top-list'])
    await patch('best-tools', { enabled: true })
    expect((await list()).prompts[0]).toMatchObject({ id: 'best-tools', enabled: true })
    expect(tell(await patch('best-tools', { tags: ['a'] }))).toEqual([404, 'Prompt not found'])
    const refused = tell(await patch('best-tools', { enabled: false, namesBrand: 'yes' }))
    expect(refused).toEqual([400, 'namesBrand can only be set for a custom prompt'])
    const [after] = await app.ctx.db.select().from(geoSettings)
    expect(after?.pausedAutoPromptIds).toEqual(['top-list'])
  })

  test('returns 404 for an unknown auto prompt', async () => {
    await addProject(app.ctx, acme.id, 'p')
    expect(tell(await patch('best-tools', { enabled: false }))).toEqual([404, 'Prompt not found'])
  })
})

describe('DELETE .../geo/prompts/{promptId}', () => {
  test('deletes a written prompt by either form of its id', async () => {
    await addProject(app.ctx, acme.id, 'p')
    const ids = []
    for (const prompt of ['the first of them', 'the second of them'])
      ids.push((await create({ prompt })).body.prompt.id)
    expect((await remove(ids[0])).body).toMatchObject({ id: ids[0], organization: { slug: 'acme' } })
    expect((await remove(`custom-${ids[1]}`)).status).toBe(200)
    expect((await list()).prompts).toEqual([])
    expect(tell(await remove(ids[0]))).toEqual([404, 'Prompt not found'])
  })

  test('deletes an auto prompt permanently', async () => {
    await setUp()
    expect((await remove('alternatives')).body.id).toBe('alternatives')
    expect((await list()).prompts.map(({ id }: any) => id)).toEqual(
      autoPromptIds.filter((id) => id !== 'alternatives'),
    )
    expect(tell(await remove('alternatives'))).toEqual([404, 'Prompt not found'])
    expect(tell(await patch('alternatives', { enabled: true }))).toEqual([404, 'Prompt not found'])
  })
})

describe('POST .../geo/prompts/import', () => {
  beforeEach(() => addProject(app.ctx, acme.id, 'p'))
  const load = (body: unknown) => acme.call('POST', `${path}/import`, body)
  const numbers = async (body: unknown) => {
    const { status, body: said } = await load(body)
    return [status, said.imported, said.updated, said.skipped, said.issues]
  }
  const tracked = async () =>
    (await list()).prompts.map(({ prompt, enabled }: any) => [prompt, enabled]).toReversed()

  test('accepts rows, and skips tracked prompts and duplicates', async () => {
    await create({ prompt: 'the first of them' })
    app.ctx.clock.advance(1)
    const rows = [
      { prompt: 'The FIRST of them' },
      { prompt: ' the second of them ', enabled: false },
      { prompt: 'the third of them', enabled: null },
      { prompt: 'THE SECOND OF THEM' },
    ]
    expect(await numbers({ rows, csv: 'nonsense' })).toEqual([200, 2, 0, 2, []])
    expect(await tracked()).toEqual([
      ['the first of them', true],
      ['the second of them', false],
      ['the third of them', true],
    ])
  })

  test('reads a CSV file, and reports the lines that it skips', async () => {
    const csv = [
      'Enabled,PROMPT,note',
      ',the first of them,x',
      'off,"the second, of them",',
      'Y,the third of them',
      'perhaps,the fourth of them,',
      'no,short,',
      'on,the FIRST of them,',
    ].join('\r\n')
    expect(await numbers({ csv })).toEqual([
      200,
      3,
      0,
      1,
      [
        { line: 5, message: '"perhaps" must be yes or no.' },
        { line: 6, message: 'A prompt must have 8 to 300 characters.' },
      ],
    ])
    expect(await tracked()).toEqual([
      ['the first of them', true],
      ['the second, of them', false],
      ['the third of them', true],
    ])
  })

  test('reads tags, and names very short prompts for a question', async () => {
    const csv = 'prompt,tags\nthe first of them,Buying | tools|buying\ntoo short,'
    const { body } = await load({ csv })
    expect(body).toMatchObject({
      imported: 2,
      short: ['too short'],
      prompts: [
        { prompt: 'the first of them', enabled: true, tags: ['buying', 'tools'] },
        { prompt: 'too short', tags: [] },
      ],
    })
    expect((await list()).prompts.map(({ tags }: any) => tags)).toEqual(
      expect.arrayContaining([['buying', 'tools'], []]),
    )
    const long = await load({ csv: `prompt,tags\nthe second of them,${'x'.repeat(41)}` })
    expect([long.status, long.body.error]).toEqual([
      400,
      'Line 2: A prompt may have 20 tags of 40 characters.',
    ])
  })

  test('a preview returns the new prompts and imports nothing', async () => {
    await create({ prompt: 'the first of them' })
    const csv = 'prompt\nthe FIRST of them\nthe second of them\nthe second of them'
    const { body } = await load({ csv, preview: true })
    expect([body.imported, body.skipped, body.prompts]).toEqual([
      ...[1, 2],
      [{ prompt: 'the second of them', enabled: true, tags: [] }],
    ])
    expect(await tracked()).toEqual([['the first of them', true]])
  })

  test.each(['true', 'YES', 'y', '1', 'On', '', 'false', 'No', 'N', '0', 'OFF'])(
    'takes %j for whether a prompt is asked',
    async (word) => {
      await load({ csv: `prompt,enabled\nthe first of them,${word}` })
      expect(await tracked()).toEqual([['the first of them', !/^(false|no|n|0|off)$/i.test(word)]])
    },
  )

  test('stops after 500 rows, and says so', async () => {
    const lines = Array.from({ length: 502 }, (_, number) => `prompt number ${number}`)
    expect(await numbers({ csv: ['prompt', ...lines].join('\n') })).toEqual([
      200,
      500,
      0,
      0,
      [{ line: 502, message: 'Only the first 500 rows are imported.' }],
    ])
  })

  test.each([
    [{}, 'rows or csv is required'],
    [{ rows: [] }, 'rows must be a list of 1 to 500 prompts'],
    [{ rows: Array(501).fill({ prompt: question }) }, 'rows must be a list of 1 to 500 prompts'],
    [{ rows: [{ prompt: 'short' }] }, 'rows[0].prompt must have 8 to 300 characters'],
    [{ csv: '' }, 'csv must have 1 to 1048576 characters'],
    [{ csv: '\n\n' }, 'Line 1: The file is empty.'],
    [{ csv: 'text\nthe first of them' }, 'Line 1: The column "prompt" is missing.'],
    [{ csv: 'prompt\nshort' }, 'Line 2: A prompt must have 8 to 300 characters.'],
    [{ csv: 'prompt' }, 'The file has no prompts.'],
  ])('answers 400 to %j, which costs nothing', async (body, sentence) => {
    const answer = await load(body)
    expect([...tell(answer), answer.headers.get('ratelimit-remaining')]).toEqual([400, sentence, '10'])
  })

  test('accepts a file of a million characters, regardless of their bytes', async () => {
    const csv = `prompt\n${'あ'.repeat(300)}\n`.padEnd(1_048_576, 'あ')
    expect(await numbers({ csv })).toEqual([
      200,
      1,
      0,
      0,
      [{ line: 3, message: 'A prompt must have 8 to 300 characters.' }],
    ])
    expect(tell(await load({ csv: `${csv}あ` }))).toEqual([400, 'csv must have 1 to 1048576 characters'])
  })

  test('is limited to ten in ten minutes per organization, across projects', async () => {
    await addProject(app.ctx, acme.id, 'other')
    const rows = [{ prompt: question }]
    const unknown = await acme.call('POST', '/v1/projects/unknown/geo/prompts/import', { rows })
    expect([...tell(unknown), unknown.headers.get('ratelimit-remaining')]).toEqual([
      404,
      'Project not found',
      '10',
    ])
    for (let call = 0; call < 10; call++) {
      const project = call % 2 ? 'p' : 'other'
      expect((await acme.call('POST', `/v1/projects/${project}/geo/prompts/import`, { rows })).status).toBe(
        200,
      )
    }
    expect(tell(await load({ rows }))).toEqual([429, 'Rate limit exceeded'])
    app.ctx.clock.advance(600_000)
    expect((await load({ rows })).status).toBe(200)
  })
})

describe('GET .../geo/prompts/{promptId}/history', () => {
  const read = async (id: string, query = '') =>
    (await acme.call('GET', `${path}/${id}/history${query}`)).body
  let number = 0
  const check = (changes: Partial<typeof checks.$inferInsert> = {}) =>
    app.ctx.db.insert(checks).values({
      id: `check-${++number}`,
      organizationId: acme.id,
      projectId: 'p',
      scanId: `scan-${number}`,
      engine: 'test/one',
      promptId: 'custom-x',
      language: 'en',
      capturedAt: new Date(app.ctx.now().getTime() + number),
      mentioned: true,
      ownedSourceCited: false,
      position: 2,
      sentiment: 'positive',
      competitorIds: [],
      discovered: [],
      instructionsVersion: 1,
      matcherVersion: 1,
      zdrEnforced: false,
      ...changes,
    })
  const ids = (body: any) => body.checks.map(({ id }: any) => id)

  beforeEach(async () => {
    number = 0
    await track(app.ctx, acme.id, { projectId: 'p', competitors: ['Beta'] })
  })

  test('returns the answers by either form of the id', async () => {
    await check({ competitorIds: ['gone', 'beta-p'], discovered: ['Gamma'] })
    const body = await read('x')
    expect(body).toEqual({
      configured: true,
      promptId: 'x',
      checks: [
        {
          id: 'check-1',
          scanId: 'scan-1',
          engine: 'test/one',
          shown: true,
          mentioned: true,
          echo: false,
          ownedSourceCited: false,
          position: 2,
          sentiment: 'positive',
          competitors: ['Beta', 'Gamma'],
          language: 'en',
          capturedAt: '2026-03-04T12:00:00.001Z',
        },
      ],
      organization: expect.objectContaining({ id: acme.id }),
    })
    expect(await read('custom-x')).toEqual(body)
  })

  test('returns the answers of an auto prompt by its name', async () => {
    await check({ promptId: 'best-tools' })
    expect(await read('best-tools')).toMatchObject({ promptId: 'best-tools', checks: [{ id: 'check-1' }] })
  })

  test('excludes other turns, other languages, answers without search and other projects', async () => {
    await check()
    for (const changes of [
      { turn: 1 },
      { language: 'de' },
      { isTwin: true },
      { projectId: 'q' },
      { promptId: 'x' },
    ])
      await check(changes)
    expect(ids(await read('x'))).toEqual(['check-1'])
  })

  test('has answers in the prompt language', async () => {
    await app.ctx.db.update(geoSettings).set({ promptLanguage: 'de' })
    await check()
    await check({ language: 'de' })
    expect(ids(await read('x'))).toEqual(['check-2'])
  })

  test('returns the newest 120, newest first, or those of one scan', async () => {
    for (let each = 0; each < 122; each++) await check()
    const all = ids(await read('x'))
    expect([all.length, all[0], all.at(-1)]).toEqual([120, 'check-122', 'check-3'])
    expect(ids(await read('x', '?scanId=scan-1'))).toEqual(['check-1'])
  })

  test('reads an index', async () => {
    await check()
    const sent = recordStatements(app.ctx.db)
    for (const query of ['', '?scanId=scan-1']) await read('x', query)
    const reads = sent.filter(({ sql }) => sql.includes('from "geo_checks"'))
    // The answers, and which of them only repeat the question.
    expect(reads).toHaveLength(4)
    for (const statement of reads)
      expect((await planOf(app.ctx.db, statement))[0]).toMatch(/^SEARCH geo_checks USING INDEX/)
  })
})

describe('auto prompts', () => {
  test('are asked before written prompts, unless paused or removed', async () => {
    await setUp()
    await create({ prompt: question })
    await patch('alternatives', { enabled: false })
    await remove('comparison')
    const [settings] = await app.ctx.db.select().from(geoSettings)
    const { plan } = await planProject(app.ctx, acme.id, settings as typeof geoSettings.$inferSelect)
    expect(plan.prompts.map(({ id }) => id)).toEqual([
      ...autoPromptIds.filter((id) => !['alternatives', 'comparison'].includes(id)),
      expect.stringMatching(/^custom-[0-9a-f-]{36}$/),
    ])
  })

  test.each([
    ['Acme is the project management platform for agencies.', 'project management'],
    ['Acme is a self-hosted changelog server that writes. More.', 'self-hosted changelog server'],
    ['Acme makes anvils. They last.', 'anvils'],
    ['At Acme Labs we build observability tooling for teams', 'observability'],
    ["Acme: the world's leading AI-powered customer support software", 'ai-powered customer support'],
    ['Acme provides email, chat and voice APIs', 'email'],
    ['An open-source feature flag service, by Acme', 'open-source feature flag'],
    ['Feature flags for teams', 'feature flags'],
    ['We turn merged pull requests into changelogs', 'this space'],
    ['Acme is a very long list of words without any end', 'very long list of words'],
    ['Acme is a software company.', 'this space'],
    ['Acme helps teams ship faster.', 'this space'],
    ['', 'this space'],
  ])('%j is about %j', (description, category) => {
    expect(readCategory(description, ['Acme', 'Acme Labs'])).toBe(category)
  })

  test.each([
    ['Smiths and their apprentices.', 'smiths and their apprentices'],
    ['For developers, designers and others', 'developers'],
    ['Our audience: the teams', 'teams'],
    ['Acme users who run a b c d e f g and the rest', 'users who run a b c d e f g'],
    ['', null],
  ])('%j is for %j', (audience, readers) => {
    expect(readAudience(audience, ['Acme'])).toBe(readers)
  })

  test('are not generated if they would name the brand', () => {
    const brand = { description: null, audience: 'Smiths', names: ['Market Leader', 'Compare'] }
    expect(writeAutoPrompts(brand).map(({ id }) => id)).toEqual(
      autoPromptIds.filter((id) => !['alternatives', 'comparison'].includes(id)),
    )
  })

  const names = fc.array(fc.constantFrom('Acme', 'Acme Cloud', 'C++', 'Ärger.io', 'tools', 'a'), {
    maxLength: 3,
  })
  const words = fc.array(
    fc.oneof(
      fc.constantFrom(
        'Acme',
        'acme-cloud',
        'is',
        'a',
        'the',
        'C++',
        'and',
        'for',
        'platform',
        'Ärger.io',
        'that.',
      ),
      fc.string({ unit: 'grapheme', maxLength: 9 }),
    ),
    { maxLength: 30 },
  )
  const spelt = words.map((each) => each.join(' '))

  test('never name the brand, have 6 to 18 words in lower case, and begin differently', () => {
    fc.assert(
      fc.property(spelt, spelt, names, (description, audience, names) => {
        const written = writeAutoPrompts({ description, audience, names })
        for (const { prompt } of written) {
          const count = prompt.split(' ').length
          expect([prompt, count >= 6 && count <= 18]).toEqual([prompt, true])
          expect(prompt.length).toBeLessThanOrEqual(300)
          expect(prompt).toBe(prompt.toLowerCase())
          const padded = ` ${prompt} `
          for (const name of names)
            expect([prompt, padded.includes(` ${name.toLowerCase()} `)]).toEqual([prompt, false])
        }
        const beginnings = written.map(({ prompt }) => prompt.split(' ').slice(0, 2).join(' '))
        expect(new Set(beginnings).size).toBe(beginnings.length)
      }),
      { numRuns: 300 },
    )
  })
})

describe('access', () => {
  test("another organization's prompts are unknown, also by an id in an own project", async () => {
    await addProject(app.ctx, acme.id, 'p')
    const { id } = (await create({ prompt: question })).body.prompt
    const other = await app.team('other')
    await addProject(app.ctx, other.id, 'mine')
    for (const [method, address, body] of [
      ['GET', path],
      ['POST', path, { prompt: question }],
      ['PATCH', `${path}/${id}`, { enabled: false }],
      ['DELETE', `${path}/${id}`],
      ['PATCH', `${path}/best-tools`, { enabled: false }],
      ['DELETE', `${path}/best-tools`],
    ] as const)
      expect(tell(await other.call(method, address, body))).toEqual([404, 'Project not found'])
    for (const [method, body] of [['PATCH', { enabled: false }], ['DELETE']] as const) {
      const answer = await other.call(method, `/v1/projects/mine/geo/prompts/${id}`, body)
      expect(tell(answer)).toEqual([404, 'Prompt not found'])
    }
    expect(await app.ctx.db.select({ enabled: prompts.enabled }).from(prompts)).toEqual([{ enabled: true }])
  })

  test('reading needs prompts.read, writing prompts.write', async () => {
    const reader = await app.team('reader', ['prompts.read'])
    const writer = await app.team('writer', ['prompts.write'])
    expect((await reader.call('GET', path)).status).toBe(404)
    expect((await writer.call('GET', path)).status).toBe(403)
    expect((await reader.call('POST', path, { prompt: question })).status).toBe(403)
    expect((await writer.call('POST', path, { prompt: question })).status).toBe(404)
  })
})
