import { describe, expect } from 'bun:test'
import * as writeStrings from '../../src/dashboard/content/post/write/strings.ts'
import { startSite } from '../support/site.ts'
import { refusal } from './support/faults.ts'
import { expectPresentable } from './support/looks.ts'
import { button, openText, pasteImage } from './support/post-page.ts'
import { pageTest } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

// Images in the text of a post.

const file = `${import.meta.dir}/../../docs/images/post-light.webp`
const path = /!\[The editor \\\[beta\\\]\]\(\/i\/[0-9a-f]{64}-1280x800\.webp\)/

describe('an image in the text', () => {
  pageTest('is picked, described and inserted, and the preview shows it', async (scene) => {
    const { tab, read } = await openText(scene, { markdown: 'Exports.' })
    await tab.locator('input[type=file]').setInputFiles(file)
    const dialog = tab.getByRole('dialog', { name: 'Add image' })
    await dialog.getByLabel('Alt text').fill('The editor [beta]')
    await dialog.getByRole('img', { name: writeStrings.addImage.preview }).waitFor()
    await expectPresentable(tab, 'post-image-dialog')
    await dialog.getByRole('button', { name: 'Insert' }).click()
    await expectSoon(async () => path.test((await read()).markdown), true)
    await tab.getByRole('navigation', { name: 'Post views' }).getByRole('link', { name: 'Preview' }).click()
    const image = tab.getByRole('region', { name: 'Preview' }).getByRole('img', { name: 'The editor [beta]' })
    await expectSoon(() => image.evaluate((each) => (each as HTMLImageElement).naturalWidth), 1280)
  })

  pageTest('is pasted, and converted if the server cannot read its type', async (scene) => {
    const { tab, read } = await openText(scene, { markdown: 'Exports.' })
    await pasteImage(tab, 'image/avif')
    await tab.getByRole('dialog').getByRole('button', { name: 'Insert' }).click()
    await expectSoon(async () => /!\[\]\(\/i\/[0-9a-f]{64}-40x30\.webp\)/.test((await read()).markdown), true)
  })

  pageTest('that is refused is not inserted, and the dialog says why', async (scene) => {
    const { visitor, tab, read } = await openText(scene, { markdown: 'Exports.' })
    visitor.faults.expect(refusal(415, '/api/app/images'))
    await tab
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no image') })
    const dialog = tab.getByRole('dialog')
    await dialog.getByText('This file is not an image.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Insert' }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect((await read()).markdown).toBe('Exports.')
  })

  pageTest('on another site is copied to Herald', async (scene) => {
    scene.herald.ctx.config.allowPrivateNetwork = true
    using site = startSite({ '/a.webp': () => new Response(Bun.file(file)) })
    const { tab, read } = await openText(scene, { markdown: `![A chart](${site.url}/a.webp)` })
    await tab.getByText('One image is on another site.').waitFor()
    await expectPresentable(tab, 'post-external-image')
    await button(tab, 'Copy to Herald').click()
    await expectSoon(async () => /^!\[A chart\]\(\/i\//.test((await read()).markdown), true)
    await tab.getByText('One image is on another site.').waitFor({ state: 'detached' })
  })
})
