import { beforeEach, expect, test } from 'bun:test'
import { atomically } from '../../src/db/client.ts'
import { brandIdentities } from '../../src/features/brand-identities/table.ts'
import { competitors } from '../../src/features/geo/competitors/table.ts'
import { citeScan } from '../../src/features/geo/scans/citation-counts.ts'
import { answers, checks, citations } from '../../src/features/geo/scans/table.ts'
import { addIdentity, type Team, testApp } from '../support/app.ts'
import { track } from '../support/tracking.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let projectId: string
beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
  await addIdentity(app.ctx, acme.id, 'brand')
  await app.ctx.db.update(brandIdentities).set({ websiteUrl: 'https://www.acme.example/' })
  projectId = await track(app.ctx, acme.id, { competitors: ['Beta'], domains: ['acme.dev'] })
  await app.ctx.db.update(competitors).set({ domain: 'beta.example' })
})

const read = async (query = '', id = projectId) =>
  (await acme.call('GET', `/v1/projects/${id}/geo/sources${query}`)).body

type Sourced = { engine?: string; cited?: string[]; consulted?: string[]; isTwin?: boolean }

/** A scan with these answers, all captured at the same time. */
async function addScan(scanId: string, capturedAt: string, given: Sourced[]) {
  for (const [at, { engine = 'alpha', cited = [], consulted = [], isTwin = false }] of given.entries()) {
    const id = `${scanId}-${at}`
    const source = (url: string) => ({ url, title: `Title of ${url}`, domain: new URL(url).hostname })
    await app.ctx.db.insert(checks).values({
      ...{ id, organizationId: acme.id, projectId, scanId, engine, promptId: `custom-${at}`, language: 'en' },
      ...{ capturedAt: new Date(capturedAt), mentioned: false, ownedSourceCited: false, isTwin },
      ...{ competitorIds: [], discovered: [], instructionsVersion: 1, matcherVersion: 1, zdrEnforced: false },
    })
    await app.ctx.db.insert(answers).values({
      ...{ checkId: id, prompt: 'p', answer: 'a', queries: [], matches: [], decided: {} },
      ...{ cited: cited.map(source), consulted: consulted.map(source) },
    })
  }
  await atomically(app.ctx.db, citeScan(app.ctx, scanId))
}

const pages = {
  own: 'https://docs.acme.example/a',
  dev: 'https://acme.dev/',
  beta: 'https://blog.beta.example/x',
  third: 'https://reviews.example/best',
}

test('sites and pages are counted by engine, most cited first, with their owners', async () => {
  await addScan('one', '2026-03-01T10:00:00Z', [
    { cited: [pages.third, pages.own], consulted: [pages.beta] },
    { cited: [pages.third, pages.beta] },
    { engine: 'beta', cited: [pages.third], consulted: [pages.dev] },
  ])
  await addScan('two', '2026-03-02T10:00:00Z', [{ engine: 'beta', cited: [pages.beta] }])
  const { configured, domains, pages: found } = await read()
  const alpha = (cited: number, consulted: number) => ({ engine: 'alpha', cited, consulted })
  const beta = (cited: number, consulted: number) => ({ engine: 'beta', cited, consulted })
  const third = { ownership: 'third_party', competitor: null }
  const own = { ownership: 'own', competitor: null }
  const theirs = { ownership: 'competitor', competitor: 'Beta' }
  expect(configured).toBe(true)
  expect(domains).toEqual([
    {
      domain: 'reviews.example',
      ...third,
      cited: 3,
      consulted: 0,
      pages: 1,
      engines: [alpha(2, 0), beta(1, 0)],
    },
    {
      domain: 'blog.beta.example',
      ...theirs,
      cited: 2,
      consulted: 1,
      pages: 1,
      engines: [alpha(1, 1), beta(1, 0)],
    },
    { domain: 'docs.acme.example', ...own, cited: 1, consulted: 0, pages: 1, engines: [alpha(1, 0)] },
    { domain: 'acme.dev', ...own, cited: 0, consulted: 1, pages: 1, engines: [beta(0, 1)] },
  ])
  expect(found.map(({ url, title, cited }: Record<string, unknown>) => [url, title, cited])).toEqual([
    [pages.third, `Title of ${pages.third}`, 3],
    [pages.beta, `Title of ${pages.beta}`, 2],
    [pages.own, `Title of ${pages.own}`, 1],
    [pages.dev, `Title of ${pages.dev}`, 0],
  ])
})

test('a window counts the answers within it', async () => {
  await addScan('one', '2026-03-01T10:00:00Z', [{ cited: [pages.third] }])
  await addScan('two', '2026-03-02T10:00:00Z', [{ cited: [pages.third, pages.beta] }])
  const cited = async (query: string) =>
    (await read(query)).domains.map(({ domain, cited }: Record<string, unknown>) => [domain, cited])
  expect(await cited('?from=2026-03-01&to=2026-03-01')).toEqual([['reviews.example', 1]])
  expect(await cited('?from=2026-03-02')).toEqual([
    ['blog.beta.example', 1],
    ['reviews.example', 1],
  ])
  expect((await read('?days=0')).error).toBe('days must be an integer from 1 to 365')
})

test('answers without search do not count', async () => {
  await addScan('one', '2026-03-01T10:00:00Z', [{ cited: [pages.third], isTwin: true }])
  expect((await read()).domains).toEqual([])
})

test('counting a scan twice has the same result', async () => {
  await addScan('one', '2026-03-01T10:00:00Z', [{ cited: [pages.third] }])
  const before = await app.ctx.db.select().from(citations)
  await atomically(app.ctx.db, citeScan(app.ctx, 'one'))
  expect(await app.ctx.db.select().from(citations)).toEqual(before)
})

test('at most a hundred sites and a hundred pages are listed', async () => {
  const cited = Array.from({ length: 120 }, (_, at) => `https://site${at}.example/page`)
  await addScan('one', '2026-03-01T10:00:00Z', [{ cited }])
  const { domains, pages: found } = await read()
  expect([domains.length, found.length]).toEqual([100, 100])
})

test("a project without settings has none, and another organization's is not found", async () => {
  const other = await app.team('other')
  const theirs = await track(app.ctx, other.id)
  expect((await read('', theirs)).error).toBe('Project not found')
  await app.ctx.db.run('delete from geo_settings')
  expect(await read()).toMatchObject({ configured: false, domains: [], pages: [] })
})
