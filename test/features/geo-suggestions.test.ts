import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import {
  cleanDrafts,
  groupQueries,
  rankQueries,
  readSearchConsole,
  sumQueries,
} from '../../src/features/geo/prompts/suggestions/rank-queries.ts'
import { prompts, suggestions } from '../../src/features/geo/prompts/table.ts'
import { readCsv } from '../../src/text/csv.ts'
import { addProject, type Team, testApp } from '../support/app.ts'
import { startModels } from '../support/models.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let ada: Awaited<ReturnType<Team['person']>>
let projectId: string
beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
  ada = await acme.person('member')
  projectId = await addProject(app.ctx, acme.id, 'acme')
})

const head = 'Top queries,Clicks,Impressions,CTR,Position'
const file = [
  head,
  'changelog generator for github,10,900,1.1%,11.2',
  'changelog generator github,5,400,1.25%,12.8',
  'release notes template open source,3,700,0.4%,8.5',
  'acme changelog,50,2000,2.5%,1.1',
  'changelog tool login,4,300,1.3%,9',
  'rare changelog question,0,4,0%,30',
].join('\n')
const bring = (csv = file, id = projectId) =>
  acme.call('POST', `/v1/projects/${id}/geo/suggestions/import`, { csv })
const path = (rest = '') => `/api/app/projects/${projectId}/suggestions${rest}`
const list = async () => (await ada.call('GET', path())).body
const tell = ({ status, body }: Awaited<ReturnType<typeof bring>>) => [status, body.error]

describe('an import', () => {
  test('without a model groups queries that are similar to a best query', async () => {
    const { status, body } = await bring()
    expect([status, body]).toEqual([
      200,
      {
        imported: 2,
        updated: 0,
        skipped: 3,
        issues: [],
        organization: expect.objectContaining({ id: acme.id }),
      },
    ])
    expect(await list()).toEqual({
      importedAt: app.ctx.now().toISOString(),
      suggestions: [
        {
          ...{
            id: expect.any(String),
            prompt: 'which changelog generator for github would you recommend',
            title: null,
          },
          ...{ source: 'search_console', impressions: 1300, clicks: 15, position: 11.2 },
          keywords: ['changelog generator for github', 'changelog generator github'],
          createdAt: app.ctx.now().toISOString(),
        },
        expect.objectContaining({
          prompt: 'which release notes template open source would you recommend',
          impressions: 700,
        }),
      ],
    })
  })

  test('uses a model for prompts and titles, and removes invalid ones', async () => {
    using model = startModels({
      suggestions: [
        {
          prompt: 'which tools write a changelog from github pull requests',
          title: ' A title ',
          queries: [1, 3],
        },
        { prompt: 'short', title: 'Too short', queries: [2] },
        { prompt: 'why is acme the best changelog tool', title: 'Names the brand', queries: [2] },
        { prompt: 'which templates for release notes are free to use', title: 'B', queries: [3, 2, 99] },
        { prompt: 'what else is there for release notes', title: 'No query is left', queries: [1, 2] },
      ],
    })
    Object.assign(app.ctx.models, model.models())
    const { body } = await bring()
    expect([body.imported, body.skipped]).toEqual([2, 3])
    const found = (await list()).suggestions.map(({ prompt, title, keywords }: Record<string, unknown>) => [
      prompt,
      title,
      keywords,
    ])
    expect(found).toEqual([
      [
        'which tools write a changelog from github pull requests',
        'A title',
        ['changelog generator for github', 'changelog generator github'],
      ],
      ['which templates for release notes are free to use', 'B', ['release notes template open source']],
    ])
    expect(JSON.parse(model.asked[0]?.prompt ?? '').queries[0]).toEqual({
      ...{ number: 1, query: 'changelog generator for github', impressions: 900 },
    })
  })

  test('uses the rules if the model fails', async () => {
    using model = startModels('garbage')
    Object.assign(app.ctx.models, model.models())
    expect((await bring()).body.imported).toBe(2)
  })

  test('replaces pending suggestions, and never repeats tracked, accepted or dismissed ones', async () => {
    await bring()
    const [first] = (await list()).suggestions
    await ada.call('POST', path(`/${first.id}/dismiss`))
    const again = await bring()
    expect([again.body.imported, again.body.updated]).toEqual([0, 1])
    expect((await list()).suggestions.map(({ prompt }: { prompt: string }) => prompt)).toEqual([
      'which release notes template open source would you recommend',
    ])
    await ada.call('POST', path('/accept'))
    expect((await bring()).body).toMatchObject({ imported: 0, updated: 0 })
    expect((await list()).suggestions).toEqual([])
  })

  test.each([
    ['', 'csv must have 1 to 1048576 characters'],
    [head, 'The file has no queries.'],
    [
      `${head}\nchangelog,many,often,,\n`,
      'Line 2: A row needs a query, clicks, impressions, CTR and position.',
    ],
  ])('of %j is refused', async (csv, sentence) => {
    expect(tell(await bring(csv))).toEqual([400, sentence])
  })

  test('is limited to ten in ten minutes', async () => {
    for (let times = 0; times < 10; times++) expect((await bring()).status).toBe(200)
    expect((await bring()).status).toBe(429)
  })
})

describe('a suggestion', () => {
  test('that is accepted is tracked, with its title; an existing prompt counts as accepted', async () => {
    await bring()
    const [first, second] = (await list()).suggestions
    const tracked = {
      projectId,
      prompt: 'Which release notes template open source would you recommend',
      tags: [],
      createdAt: app.ctx.now(),
    }
    const folded = tracked.prompt.toLowerCase()
    const accepted = await ada.call('POST', path(`/${first.id}/accept`))
    const [row] = await app.ctx.db.select().from(prompts)
    expect([accepted.status, accepted.body]).toEqual([200, { promptIds: [row?.id] }])
    expect(row).toMatchObject({
      prompt: 'which changelog generator for github would you recommend',
      enabled: true,
      tags: [],
    })
    await app.ctx.db.insert(prompts).values({ ...tracked, id: 'known', folded })
    expect((await ada.call('POST', path(`/${second.id}/accept`))).body).toEqual({ promptIds: ['known'] })
    expect((await list()).suggestions).toEqual([])
  })

  test('is accepted once, alone and with all others', async () => {
    await bring()
    const [first] = (await list()).suggestions
    const all = await ada.call('POST', path('/accept'))
    expect(all.body.promptIds.length).toBe(2)
    expect(tell(await ada.call('POST', path(`/${first.id}/accept`)))).toEqual([404, 'Suggestion not found'])
    expect((await ada.call('POST', path('/accept'))).body).toEqual({ promptIds: [] })
    expect(await app.ctx.db.$count(prompts)).toBe(2)
  })

  test('that is dismissed is removed, and not tracked', async () => {
    await bring()
    const [first] = (await list()).suggestions
    expect((await ada.call('POST', path(`/${first.id}/dismiss`))).body).toEqual({ id: first.id })
    expect(tell(await ada.call('POST', path(`/${first.id}/dismiss`)))).toEqual([404, 'Suggestion not found'])
    const [row] = await app.ctx.db.select().from(suggestions).where(eq(suggestions.id, first.id))
    expect([row?.status, row?.promptId]).toEqual(['dismissed', null])
    expect(await app.ctx.db.$count(prompts)).toBe(0)
  })

  test("of another organization's project is not found", async () => {
    await bring()
    const other = await app.team('other')
    const mallory = await other.person('owner')
    expect(tell(await mallory.call('GET', path()))).toEqual([404, 'Project not found'])
    expect(tell(await mallory.call('POST', path('/accept')))).toEqual([404, 'Project not found'])
    await addProject(app.ctx, other.id, 'theirs')
    expect(tell(await bring(file, 'theirs'))).toEqual([404, 'Project not found'])
    expect((await list()).suggestions.length).toBe(2)
  })
})

describe('the rules', () => {
  test.each([
    [
      'Top queries,Clicks,Impressions,CTR,Position\nAn Example,"1,234","12,345",10%,8.25\n',
      1234,
      12345,
      8.25,
    ],
    [
      'Häufigste Suchanfragen;Klicks;Impressionen;CTR;Position\nan example;1.234;12.345;10 %;8,25\n',
      1234,
      12345,
      8.25,
    ],
  ])('read numbers as spreadsheets write them: %j', (csv, clicks, impressions, position) => {
    expect(readSearchConsole(readCsv(csv, [])).queries).toEqual([
      { query: 'an example', clicks, impressions, position },
    ])
  })

  test.each([
    ['negative', '-5', '10'],
    ['negative', '1', '-10'],
    ['no number', '1', 'many'],
    ['beyond all counting', '1', '999999999999999999999'],
    ['longer than any number', '1', `${'0'.repeat(50)}10`],
  ])('leave out a row whose count is %s, and report its line', (_, clicks, impressions) => {
    const csv = `Top queries,Clicks,Impressions,CTR,Position\nan example,${clicks},${impressions},1%,3\n`
    expect(readSearchConsole(readCsv(csv, []))).toEqual({
      queries: [],
      issues: [{ line: 2, message: 'A row needs a query, clicks, impressions, CTR and position.' }],
    })
  })

  test('read a query without invisible characters, and no invalid position', () => {
    const csv = 'Top queries,Clicks,Impressions,CTR,Position\nan \u0007Example,,7,1%,-3\n'
    expect(readSearchConsole(readCsv(csv, [])).queries).toEqual([
      { query: 'an example', clicks: 0, impressions: 7, position: null },
    ])
  })

  const query = (text: string, impressions: number, position: number | null, clicks = 0) => ({
    ...{ query: text, impressions, clicks, position },
  })
  const told = (queries: ReturnType<typeof query>[]) => queries.map((each) => each.query)

  test('rank by impressions, position and CTR', () => {
    const ranked = rankQueries(
      [
        query('on top already', 1000, 3),
        query('second page', 100, 20),
        query('fourth page', 100, 40),
        query('far away', 100, 41),
        query('often clicked', 110, 10, 80),
      ],
      ['Acme'],
    )
    expect(told(ranked)).toEqual([
      'second page',
      'fourth page',
      'often clicked',
      'far away',
      'on top already',
    ])
  })

  test("skip queries with few impressions, with the brand's name, and navigational ones", () => {
    const queries = [
      query('changelog', 5, 9),
      query('rare', 4, 9),
      query('acme pricing', 9, 9),
      query('tool sign in', 9, 9),
    ]
    expect(told(rankQueries(queries, ['Acme']))).toEqual(['changelog'])
  })

  test('read 80 queries and return at most 15 suggestions of 8 queries each', () => {
    const many = Array.from({ length: 200 }, (_, at) => query(`topic${at} changelog${at}`, 1000 - at, 9))
    expect(rankQueries(many, ['Acme']).length).toBe(80)
    expect(groupQueries(rankQueries(many, ['Acme']), 'en').length).toBe(15)
    const alike = Array.from({ length: 12 }, (_, at) =>
      query(`a changelog tool for teams ${at}`, 100 - at, 9),
    )
    expect(groupQueries(alike, 'en').map(({ queries }) => queries.length)).toEqual([8])
    const drafts = [{ prompt: 'which changelog tool is best', title: 'x'.repeat(200), queries: alike }]
    expect(cleanDrafts(drafts, ['Acme'], new Set())).toEqual([
      { prompt: 'which changelog tool is best', title: 'x'.repeat(160), queries: alike.slice(0, 8) },
    ])
  })

  test.each([
    ['how to write a changelog', 'how to write a changelog'],
    ['what is a changelog?', 'what is a changelog'],
    ['notion vs linear', 'how does notion compare with linear'],
    ['github alternatives', 'what are good alternatives to github'],
    ['alternative to github', 'what are good alternatives to github'],
    ['create release notes', 'how do i create release notes'],
    ['best changelog tools for teams', 'what are the best changelog tools for teams'],
    ['best changelog tool for teams', 'what is the best changelog tool for teams'],
    ['changelog widget', 'which changelog widget would you recommend'],
  ])('turn the query %j into a question', (text, question) => {
    expect(groupQueries([query(text, 100, 9)], 'en').map(({ prompt }) => prompt)).toEqual([question])
  })

  test('leave a query in another language as it is', () => {
    const german = query('werkzeug für änderungsprotokolle', 100, 9)
    expect(groupQueries([german], 'de').map(({ prompt }) => prompt)).toEqual([german.query])
  })

  test('leave out queries that are tracked as they are', () => {
    const drafts = [
      { prompt: 'which changelog tool is best', title: null, queries: [query('changelog tool', 9, 9)] },
    ]
    expect(cleanDrafts(drafts, ['Acme'], new Set(['changelog tool']))).toEqual([])
  })

  test('sum the queries, with positions weighted by impressions', () => {
    expect(sumQueries([query('a', 300, 10, 3), query('b', 100, 20, 1), query('c', 50, null)])).toEqual({
      ...{ impressions: 450, clicks: 4, position: 12.5 },
    })
    expect(sumQueries([query('c', 50, null)]).position).toBeNull()
  })
})
