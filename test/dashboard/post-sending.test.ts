import { expect } from 'bun:test'
import * as destinationsStrings from '../../src/dashboard/content/destinations/strings.ts'
import * as dialogsStrings from '../../src/dashboard/content/post/dialogs/strings.ts'
import { setSwitches } from '../../src/features/organizations/service.ts'
import { connect } from '../support/app.ts'
import { startSite } from '../support/site.ts'
import { expectPresentable } from './support/looks.ts'
import { button, openText } from './support/post-page.ts'
import { pageTest } from './support/scene.ts'

pageTest(
  'an address and a repository are added, and a published post is sent to it once it is chosen',
  async (scene) => {
    const { ctx } = scene.herald
    ctx.config.allowPrivateNetwork = true
    const received: any[] = []
    using site = startSite({
      '/hook': async (request) => {
        received.push(await request.json())
        return Response.json({ id: 'm1' })
      },
    })
    await setSwitches(ctx, scene.team.id, { publicPage: true })
    await connect(ctx, scene.team.id)
    const admin = await scene.visit('admin')
    const settings = await admin.open('/public-page')
    await button(settings, 'Add channel').click()
    const form = settings.getByRole('dialog', { name: destinationsStrings.destinationDialog.title })
    await form.getByLabel('URL').fill(`${site.url}/hook`)
    await form.getByLabel('Name').fill('News channel')
    await expectPresentable(settings, 'destination-dialog')
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await settings.getByRole('listitem').filter({ hasText: 'News channel' }).waitFor()
    await button(settings, 'Add repository').click()
    const repository = settings.getByRole('dialog', { name: destinationsStrings.destinations.addRepository })
    await repository.getByLabel('Site').selectOption('Hugo')
    await expectPresentable(settings, 'pull-request-dialog')
    await repository.getByRole('button', { name: 'Add', exact: true }).click()
    await settings.getByRole('listitem').filter({ hasText: 'content/posts/{slug}.md' }).waitFor()
    await settings.close()

    const { tab, id } = await openText(scene)
    await button(tab, 'Publish').click()
    const dialog = tab.getByRole('dialog', { name: dialogsStrings.sendDialog.title })
    const choice = dialog.getByRole('checkbox', { name: 'News channel' })
    await choice.waitFor()
    await dialog.getByRole('checkbox', { name: 'Pull request to acme/app' }).waitFor()
    expect(await choice.isChecked()).toBe(false)
    await choice.check()
    await dialog.getByRole('region', { name: 'Preview of the message to News channel' }).waitFor()
    await expectPresentable(tab, 'send-dialog')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByText('Sent.').waitFor()
    expect(received.map(({ post }) => post.id)).toEqual([id])
  },
)
