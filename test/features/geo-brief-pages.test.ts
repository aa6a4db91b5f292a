import { beforeEach, expect, test } from 'bun:test'
import { sitemapPages, sitemaps } from '../../src/features/geo/sitemaps/table.ts'
import { addProject, type Team, testApp } from '../support/app.ts'
import { addBrief } from '../support/planning.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let projectId: string
beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
  projectId = await addProject(app.ctx, acme.id)
})

const now = () => app.ctx.now()

async function addSitemap(id: string, titles: string[]) {
  const url = `https://${id}.acme.dev/sitemap.xml`
  await app.ctx.db.insert(sitemaps).values({
    ...{ id, projectId, url, status: 'ready', pages: titles.length },
    ...{ fetchedAt: now(), nextFetchAt: now(), createdAt: now() },
  })
  app.ctx.clock.advance(1000)
  const rows = titles.map((title, place) => ({
    ...{ sitemapId: id, url: `https://${id}.acme.dev/${place}`, place, title, text: 'x'.repeat(place + 1) },
  }))
  await app.ctx.db.insert(sitemapPages).values(rows)
}

test('the pages that an article can link to are those of its sitemap, longest first', async () => {
  await addSitemap('docs', ['Install', 'Guide'])
  await addSitemap('blog', ['News'])
  const person = await acme.person('member')
  const pages = async (briefId: string) =>
    (await person.call('GET', `/api/app/projects/${projectId}/briefs/${briefId}/pages`)).body.pages
  const own = await addBrief(app.ctx, acme, projectId, { sitemapId: 'docs' })
  expect(await pages(own)).toEqual([
    { url: 'https://docs.acme.dev/1', title: 'Guide' },
    { url: 'https://docs.acme.dev/0', title: 'Install' },
  ])
  const none = await addBrief(app.ctx, acme, projectId)
  expect(await pages(none)).toEqual([{ url: 'https://blog.acme.dev/0', title: 'News' }])
})

test('a brief of another project has no pages', async () => {
  const person = await acme.person('member')
  const { status, body } = await person.call('GET', `/api/app/projects/${projectId}/briefs/none/pages`)
  expect([status, body.error]).toEqual([404, 'Brief not found'])
})
