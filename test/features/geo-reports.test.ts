import { beforeEach, expect, test } from 'bun:test'
import { drawRateChart } from '../../src/features/geo/reports/chart.ts'
import { describeChange, describeExcluded } from '../../src/features/geo/reports/words.ts'
import { geoSettings } from '../../src/features/geo/settings/table.ts'
import { type SignedInPerson, testApp } from '../support/app.ts'
import { addCompetitor, addProject, addPrompt } from '../support/tracking.ts'
import { addScan, planAsking } from '../support/visibility.ts'

const links = '/api/app/projects/project/reports'
const day = 86_400_000

let app: Awaited<ReturnType<typeof testApp>>
let owner: SignedInPerson
beforeEach(async () => {
  app = await testApp()
  const team = await app.team('acme')
  owner = await team.person('owner')
  const project = await addProject(app.ctx, team)
  await app.ctx.db.update(geoSettings).set({ companyName: 'Acme <b>' })
  for (const id of ['1', '2']) await addPrompt(app.ctx, project, id)
  await addCompetitor(app.ctx, project, 'north', 'Northlight')
  const asked = ['custom-1', 'custom-2']
  for (const date of [1, 2, 3]) {
    const answers = asked.flatMap((promptId) =>
      ['alpha', 'beta'].map((engine) => ({
        ...{ engine, promptId, mentioned: engine === 'beta' },
        competitorIds: engine === 'alpha' ? ['north'] : [],
      })),
    )
    await addScan(app.ctx, project, `2026-03-0${date}T10:00:00.000Z`, answers, {
      plan: planAsking(asked, ['alpha', 'beta']),
    })
  }
})

const create = async (body: object = { expiresInDays: 7 }) => owner.call('POST', links, body)
const created = async (body?: object) => {
  const { status, body: found } = await create(body)
  expect([status, found.error]).toEqual([201, undefined])
  return found as { url: string; link: { id: string } }
}
const pathIn = (url: string) => new URL(url).pathname
const html = { accept: 'text/html' }
const open = (url: string, query = '') => app.anonymous('GET', pathIn(url) + query, undefined, html)

test('a link shows the report of its range to anyone, and to no search engine, cache or other site', async () => {
  const { url } = await created()
  const { status, text, headers } = await open(url)
  expect(status).toBe(200)
  // Twelve answers; the interval of 6 of 12, with no variance within the cells, is 25% to 75%.
  expect(text).toContain('Named in 6 of 12 answers.')
  expect(text).toContain('2 prompts × 2 engines × 3 scans, 12 answers')
  const { url: oneDay } = await created({ from: '2026-03-01', to: '2026-03-01', expiresInDays: 7 })
  expect((await open(oneDay)).text).toContain('2 prompts × 2 engines × 1 scan, 4 answers')
  expect(text).toContain('<h1>AI visibility of Acme &lt;b&gt; in two prompts</h1>')
  expect(text).toContain('<td>Northlight</td><td>50%</td>')
  expect(text).toContain('<meta name="robots" content="noindex, nofollow">')
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
  })
  expect(headers.get('set-cookie')).toBeNull()
})

test('a link gives the same figures as CSV and as a chart', async () => {
  const { url } = await created({ from: '2026-03-02', to: '2026-03-03', expiresInDays: 30 })
  const csv = await open(url, '?format=csv')
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const [head, ...rows] = csv.text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  expect(head).toEqual(['day', 'engine', 'answers', 'mentions', 'rate', 'low', 'high'])
  expect(rows.map((row: string[]) => row.slice(0, 5))).toEqual([
    ...[
      ['2026-03-02', 'all', '4', '2', '0.5'],
      ['2026-03-02', 'alpha', '2', '0', '0'],
      ['2026-03-02', 'beta', '2', '2', '1'],
    ],
    ...[
      ['2026-03-03', 'all', '4', '2', '0.5'],
      ['2026-03-03', 'alpha', '2', '0', '0'],
      ['2026-03-03', 'beta', '2', '2', '1'],
    ],
  ])
  const svg = await open(url, '?format=svg')
  expect(svg.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
  expect(svg.text).toStartWith('<svg xmlns="http://www.w3.org/2000/svg"')
  expect(svg.text).not.toContain('<b>')
})

test('a report of a single day has no chart, and its image has the day in the middle', async () => {
  const { url } = await created({ from: '2026-03-02', to: '2026-03-02', expiresInDays: 30 })
  expect((await open(url)).text).not.toContain('<svg')
  const { text } = await open(url, '?format=svg')
  expect(text.match(/<text[^>]+text-anchor="middle"[^>]*>([^<]+)/)?.[1]).toBe('Mar 2, 2026')
})

test('the chart of a report covers all days of its range, also those before the first scan', async () => {
  const { url } = await created({ from: '2026-02-20', to: '2026-03-04', expiresInDays: 30 })
  const { text } = await open(url)
  const days = [...text.matchAll(/<text[^>]+text-anchor="(?:start|end)" fill="#1a1a17">([^<]+)/g)]
  expect(days.map(([, label]) => label)).toEqual(['Feb 20, 2026', 'Mar 4, 2026'])
})

test('a report names the engines that its comparison excludes', () => {
  const nameOf = (engine: string) => engine.toUpperCase()
  expect(describeExcluded({ verdict: 'within_noise', excludedEngines: ['alpha'] }, nameOf)).toBe(
    'Compared without ALPHA (model changed).',
  )
  expect(describeExcluded({ verdict: 'moved', excludedEngines: [] }, nameOf)).toBe('')
  expect(describeExcluded({ verdict: 'model_changed', excludedEngines: ['alpha'] }, nameOf)).toBe('')
})

test('a report calls an unconfirmed difference possible chance, and names both rates', () => {
  const comparison = {
    ...{ from: 0.45, to: 0.52, delta: 0.07, interval: null, pValue: 0.2, excludedEngines: [] },
    ...{ scansNeeded: 0, lacksBefore: false, confirmed: null },
  }
  expect(describeChange({ ...comparison, verdict: 'within_noise' })).toBe(
    'No confirmed change from the period before: 45% to 52%, +7 points, which could be chance.',
  )
  expect(describeChange({ ...comparison, to: 0.4, verdict: 'moved' })).toBe(
    'Looks 5 points lower than the period before, not confirmed: 45% to 40%.',
  )
  expect(describeChange({ ...comparison, to: 0.45, verdict: 'hint' })).toBe(
    'No confirmed change from the period before.',
  )
})

test('the line of a chart breaks at days without scans, but not between weekly scans', () => {
  const lines = (days: number[]) => {
    const points = days.map((day) => ({
      day: `2026-03-${String(day).padStart(2, '0')}`,
      basket: { rate: 0.5, interval: null },
    }))
    const range = { from: new Date('2026-03-01'), to: new Date('2026-03-31') }
    return drawRateChart(points, 'Acme', range).source.match(/class="line"/g)?.length
  }
  expect(lines([1, 2, 3, 4, 5])).toBe(1)
  expect(lines([1, 2, 3, 8, 9])).toBe(2)
  expect(lines([1, 8, 15, 22, 29])).toBe(1)
})

test('the chart of the dashboard is that of the report, over the chosen prompts', async () => {
  const { body } = await owner.call('GET', `${links}/chart?days=30`)
  expect(body.svg).toContain('Mention rate of Acme &lt;b&gt; by day')
  expect(body.svg.match(/<circle/g)).toHaveLength(3)
  const { body: none } = await owner.call('GET', `${links}/chart?days=30&branded=only`)
  expect(none.svg).not.toContain('<circle')
})

test('a link ends when it expires and when it is revoked', async () => {
  const [first, second] = [await created(), await created({ days: 90, expiresInDays: 30 })]
  const listed = async () => (await owner.call('GET', links)).body.links.map(({ id }: { id: string }) => id)
  expect(await listed()).toEqual([first.link.id, second.link.id])
  app.ctx.clock.advance(7 * day)
  expect([(await open(first.url)).status, (await open(second.url)).status]).toEqual([404, 200])
  expect(await listed()).toEqual([second.link.id])
  expect((await owner.call('DELETE', `${links}/${second.link.id}`)).status).toBe(200)
  expect((await open(second.url)).status).toBe(404)
})

test('a project has at most 20 links', async () => {
  for (let number = 0; number < 20; number++) await created()
  expect(await create()).toMatchObject({
    status: 409,
    body: { error: 'A project has at most 20 report links. Revoke one first.' },
  })
})

test.each([
  [{ expiresInDays: 8 }, 'expiresInDays'],
  [{ expiresInDays: 7, from: '2026-03-05', to: '2026-03-01' }, 'from must not be after to'],
])('a link with %p is refused', async (body, reason) => {
  expect(await create(body)).toMatchObject({ status: 400, body: { error: expect.stringContaining(reason) } })
})
