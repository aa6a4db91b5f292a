import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readCitedPagesDaily } from '../../src/features/geo/gaps/pages/job.ts'
import { geoSettings } from '../../src/features/geo/settings/table.ts'
import { insertJob } from '../../src/jobs/queue.ts'
import { testApp } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { startSite } from '../support/site.ts'
import { addCompetitor, addProject, addPrompt } from '../support/tracking.ts'
import { addScan } from '../support/visibility.ts'

const today = '2026-03-04T10:00:00.000Z'
const day = 86_400_000
const path = '/v1/projects/project/geo/gaps/a/pages'

let site: ReturnType<typeof startSite>
beforeEach(() => {
  site = startSite({
    '/best': '<title>Best tools</title><p>We tested Northlight and Acme for a month.</p>',
    '/other': '<title>Others</title><nav>Acme</nav><p>Northlight is quick to set up.</p>',
  })
})
afterEach(() => site.stop())

async function start() {
  const app = await testApp({ allowPrivateNetwork: true })
  const acme = await app.team('acme')
  const project = await addProject(app.ctx, acme)
  await addPrompt(app.ctx, project, 'a')
  await addCompetitor(app.ctx, project, 'north', 'Northlight', { domain: '127.0.0.1' })
  await app.ctx.db.update(geoSettings).set({ enabled: true })
  const source = (name: string) => ({ url: `${site.url}${name}`, title: null, domain: '127.0.0.1' })
  const asked = { promptId: 'custom-a', consulted: [source('/unread')] }
  await addScan(app.ctx, project, today, [
    { ...asked, engine: 'alpha', cited: [source('/best'), source('/other')] },
    { ...asked, engine: 'beta', cited: [source('/best'), source('/gone')] },
    { ...asked, engine: 'gamma', cited: [source('/untracked')] },
  ])
  const pages = async () => (await acme.call('GET', path)).body.pages
  const read = async () => {
    await insertJob(app.ctx, readCitedPagesDaily.name, {}, {})
    await drain(app.ctx)
  }
  return { ...app, acme, pages, read }
}

test('a gap lists the pages that tracked engines cite, their owner, and whether they name the brand', async () => {
  const { pages, read } = await start()
  const best = {
    ...{ url: `${site.url}/best`, title: null, domain: '127.0.0.1', cited: 2, engines: ['alpha', 'beta'] },
    ...{ ownership: 'competitor', competitor: 'Northlight' },
  }
  const [first, ...others] = await pages()
  expect(first).toEqual({ ...best, namesYou: null, competitors: [], readAt: null, problem: null })
  expect(others.map(({ url }: { url: string }) => url)).toEqual([`${site.url}/gone`, `${site.url}/other`])
  await read()
  expect(await pages()).toMatchObject([
    { ...best, namesYou: true, competitors: ['Northlight'], readAt: expect.any(String), problem: null },
    { namesYou: null, problem: 'The page returned status 404.' },
    { namesYou: false, competitors: ['Northlight'], problem: null },
  ])
})

test('a page is read once a week', async () => {
  const { ctx, read, pages } = await start()
  await read()
  const count = () => site.asked.filter((name) => name === '/other').length
  expect(count()).toBe(1)
  ctx.clock.advance(3 * day)
  await read()
  expect(count()).toBe(1)
  site.pages['/other'] = '<p>Acme is new here.</p>'
  ctx.clock.advance(4 * day)
  await read()
  expect(count()).toBe(2)
  expect((await pages())[2]).toMatchObject({ namesYou: true, competitors: [] })
})

test('robots.txt of a cited site is respected', async () => {
  site.pages['/robots.txt'] = new Response('User-agent: *\nDisallow: /best')
  const { pages, read } = await start()
  await read()
  expect(site.asked).not.toContain('/best')
  expect((await pages())[0]).toMatchObject({ namesYou: null, problem: expect.stringContaining('robots.txt') })
})
