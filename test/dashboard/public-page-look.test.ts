import { describe, expect } from 'bun:test'
import { domainFields } from '../../src/dashboard/content/public-page/strings.ts'
import { readableAccent, toCss } from '../../src/page/accent.ts'
import { publish } from '../support/published.ts'
import { refusal } from './support/faults.ts'
import { expectPresentable } from './support/looks.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

const route = '/api/app/public-page'

async function openPage({ visit }: Scene, role: 'admin' | 'member' = 'admin') {
  const visitor = await visit(role)
  const tab = await visitor.open('/public-page')
  await tab.getByLabel('Intro').waitFor()
  const look = async () => (await visitor.person.call('GET', route)).body
  const saved = () =>
    tab
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
      .waitFor()
  return { ...visitor, tab, look, saved, preview: tab.frameLocator('iframe[title="Preview"]') }
}

describe('the public page in the dashboard', () => {
  pageTest('is turned on and off, and its URL can be copied', async (scene) => {
    const { tab, saved } = await openPage(scene)
    await tab.getByText('Only members and API keys can see published posts').waitFor()
    await tab.getByRole('switch', { name: 'Public page: Off' }).check()
    const address = `${scene.herald.url}/c/${scene.team.slug}`
    await tab.getByRole('link', { name: address }).waitFor()
    await saved()
    await tab.getByRole('button', { name: 'Copy the URL of the public page' }).click()
    await expectSoon(() => tab.evaluate(() => navigator.clipboard.readText()), address)
    expect((await fetch(address)).status).toBe(200)
    await tab.getByRole('switch', { name: 'Public page: On' }).uncheck()
    await tab.getByText('Only members and API keys can see published posts').waitFor()
    await saved()
    expect((await fetch(address)).status).toBe(404)
  })

  pageTest('shows an uploaded logo until it is removed', async (scene) => {
    const { tab, look, saved, preview } = await openPage(scene)
    const file = `${import.meta.dir}/../../docs/images/post-light.webp`
    await tab.locator('input[type=file][aria-label=Logo]').setInputFiles(file)
    await preview.locator('img.logo').waitFor()
    await saved()
    expect((await look()).logo).toMatch(/^\/i\/[0-9a-f]{64}-205x128\.webp$/)
    await tab.getByRole('button', { name: 'Remove logo' }).click()
    await preview.locator('img.logo').waitFor({ state: 'detached' })
    await expectSoon(async () => (await look()).logo, null)
  })

  pageTest('shows each change of its look in the preview, also while it is off', async (scene) => {
    await publish(scene.herald.ctx, scene.team, {
      title: 'Acme 1.4: exports',
      markdown: '[A](https://a.test)',
    })
    const { tab, look, saved, preview } = await openPage(scene)
    await preview.getByRole('heading', { name: 'Acme 1.4: exports' }).waitFor()
    await tab.getByLabel('Intro').fill('News for teams.')
    await tab.getByLabel('Accent color').fill('#ffcc00')
    await tab.getByRole('button', { name: 'Add link' }).click()
    await tab.getByLabel('Label of link 1').fill('Docs')
    await tab.getByLabel('URL of link 1').fill('https://acme.test/docs')
    await tab.getByLabel('Intro').focus()
    await preview.getByText('News for teams.').waitFor()
    await preview.getByRole('link', { name: 'Docs' }).waitFor()
    await saved()
    expect(await look()).toEqual({
      intro: 'News for teams.',
      accent: '#ffcc00',
      logo: null,
      icon: null,
      externalImages: false,
      links: [{ label: 'Docs', url: 'https://acme.test/docs' }],
    })
    await expectSoon(
      () => preview.locator('html').evaluate((root) => root.style.getPropertyValue('--color-accent')),
      toCss(readableAccent('#ffcc00')),
    )
    await expectPresentable(tab, 'public page look')
    await tab.getByRole('button', { name: 'Remove link 1' }).click()
    await saved()
    await expectSoon(async () => (await look()).links, [])
  })

  pageTest('says below a field why its value was refused', async (scene) => {
    const { tab, faults } = await openPage(scene)
    faults.expect(refusal(400, route))
    await tab.getByLabel('Accent color').fill('yellow')
    await tab.getByLabel('Intro').focus()
    await tab.getByText('must be a color such as #0b5c74').waitFor()
  })

  pageTest('cannot be changed by members', async (scene) => {
    const { tab } = await openPage(scene, 'member')
    await tab.getByText('Owners and admins can change it.').waitFor()
    expect(await tab.getByLabel('Intro').isEditable()).toBe(false)
    expect(await tab.getByRole('switch').isDisabled()).toBe(true)
    expect(await tab.getByRole('button', { name: 'Add link' }).count()).toBe(0)
  })
})

pageTest('a custom domain shows its DNS records, and why it is not verified', async ({ herald, visit }) => {
  const visitor = await visit('admin')
  const tab = await visitor.open('/public-page')
  await tab.getByLabel('Domain', { exact: true }).fill('changelog.acme.dev')
  await tab.getByRole('button', { name: domainFields.add }).click()
  const proof = await tab.getByText(/^herald-domain=/).textContent()
  expect(await tab.getByRole('term').allTextContents()).toEqual(['Name', 'Value', 'Name', 'Value'])
  herald.ctx.resolveTxt = async () => []
  visitor.faults.expect(refusal(409, `${route}/domain/verify`))
  await tab.getByRole('button', { name: domainFields.verify, exact: true }).click()
  await tab.getByText('The TXT record _herald.changelog.acme.dev was not found.').waitFor()
  herald.ctx.resolveTxt = async () => [proof ?? '']
  await expectPresentable(tab, 'custom-domain')
  await tab.getByRole('button', { name: domainFields.verify, exact: true }).click()
  await tab.getByText(domainFields.verified('changelog.acme.dev')).waitFor()
})
