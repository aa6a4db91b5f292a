import { eq } from 'drizzle-orm'
import * as sitemapsStrings from '../../src/dashboard/visibility/settings/sitemaps/strings.ts'
import { sitemaps } from '../../src/features/geo/sitemaps/table.ts'
import { refusal } from './support/faults.ts'
import { expectPresentable } from './support/looks.ts'
import { addTrackedProject } from './support/projects.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { addSitemap } from './support/sitemaps.ts'
import { expectSoon } from './support/soon.ts'

async function openSettings(scene: Scene) {
  const project = await addTrackedProject(scene)
  const visitor = await scene.visit('member')
  return { ...visitor, project, open: () => visitor.open(`/geo/settings?project=${project.id}`) }
}

pageTest('a sitemap shows its page count, that it is being read, or why it cannot be read', async (scene) => {
  const { project, open } = await openSettings(scene)
  await addSitemap(scene, project.id)
  await addSitemap(scene, project.id, {
    url: 'https://acme.dev/news.xml',
    status: 'pending',
    fetchedAt: null,
  })
  const reason = 'https://acme.dev/old.xml answered 404.'
  await addSitemap(scene, project.id, { url: 'https://acme.dev/old.xml', status: 'failed', error: reason })
  const tab = await open()
  const rows = tab.getByRole('list', { name: 'Sitemaps' }).getByRole('listitem')
  await rows.filter({ hasText: 'acme.dev/sitemap.xml' }).getByText('214 pages, read just now').waitFor()
  await rows.filter({ hasText: 'acme.dev/news.xml' }).getByText('Reading').waitFor()
  await rows.filter({ hasText: 'acme.dev/old.xml' }).getByText(reason).waitFor()
  await expectPresentable(tab, 'sitemaps')
  // What is being read is asked for until it is.
  const read = { status: 'ready', pages: 12, fetchedAt: scene.herald.ctx.now() } as const
  await scene.herald.ctx.db.update(sitemaps).set(read).where(eq(sitemaps.status, 'pending'))
  await tab.clock.runFor(3000)
  await rows.filter({ hasText: 'acme.dev/news.xml' }).getByText('12 pages').waitFor()
})

pageTest('a sitemap is added by its URL, which must be valid', async (scene) => {
  const { faults, open, person, project } = await openSettings(scene)
  const tab = await open()
  await tab.getByText(sitemapsStrings.sitemapSection.noSitemaps).waitFor()
  const address = tab.getByLabel(sitemapsStrings.sitemapSection.sitemapUrl)
  faults.expect(refusal(400, '/v1/projects/:id/geo/sitemaps'))
  await address.fill('ftp://acme.dev')
  await tab.getByRole('button', { name: sitemapsStrings.sitemapSection.addSitemap }).click()
  await tab.getByRole('alert').waitFor()
  await address.fill('http://127.0.0.1:9/sitemap.xml')
  await address.press('Enter')
  await tab.getByRole('list', { name: 'Sitemaps' }).getByText('127.0.0.1:9/sitemap.xml').waitFor()
  await expectSoon(() => address.inputValue(), '')
  const { body } = await person.call('GET', `${project.geo}/sitemaps`)
  await expectSoon(
    () => body.sitemaps.map(({ url }: { url: string }) => url),
    ['http://127.0.0.1:9/sitemap.xml'],
  )
})

pageTest('a sitemap is deleted after a moment in which that can be undone', async (scene) => {
  const { project, open, person } = await openSettings(scene)
  await addSitemap(scene, project.id)
  const tab = await open()
  const row = tab.getByText('acme.dev/sitemap.xml')
  const remove = tab.getByRole('button', { name: 'Delete sitemap https://acme.dev/sitemap.xml' })
  const count = async () => (await person.call('GET', `${project.geo}/sitemaps`)).body.sitemaps.length
  await remove.click()
  await row.waitFor({ state: 'detached' })
  await tab.getByRole('button', { name: 'Undo' }).click()
  await row.waitFor()
  await expectSoon(count, 1)
  await remove.click()
  await row.waitFor({ state: 'detached' })
  await tab.clock.runFor(8000)
  await expectSoon(count, 0)
})
