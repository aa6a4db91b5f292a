import { describe, expect } from 'bun:test'
import * as dialogsStrings from '../../src/dashboard/content/post/dialogs/strings.ts'
import * as postStrings from '../../src/dashboard/content/post/strings.ts'
import { setSwitches } from '../../src/features/organizations/service.ts'
import { expectPresentable } from './support/looks.ts'
import { button, openText, saying, textOf, titleOf, writeAtEnd } from './support/post-page.ts'
import { pageTest } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

// What readers see of a post while it is edited: unpublished changes, schedules and the history.

type Tab = Parameters<typeof button>[0]
const published = { autoPublish: true, markdown: '# Exports\n\nExports are fast.' }

async function choose(tab: Tab, name: string) {
  await button(tab, 'More').click()
  await tab.getByRole('menuitem', { name }).click()
}

describe('a published post', () => {
  pageTest('shows readers the old text until Update', async (scene) => {
    const { tab, read } = await openText(scene, published)
    await writeAtEnd(tab, ' Half a sentence')
    await saying(tab, /not published/).waitFor()
    expect((await read()).markdown).toBe(published.markdown)
    await tab.reload()
    await textOf(tab).getByText('Half a sentence').waitFor()
    await button(tab, 'Update').click()
    await button(tab, 'Move to draft').waitFor()
    expect((await read()).markdown).toContain('Half a sentence')
  })

  pageTest('can be reset to the published text', async (scene) => {
    const { tab, read } = await openText(scene, published)
    await writeAtEnd(tab, ' Regretted')
    await saying(tab, /not published/).waitFor()
    await choose(tab, 'Discard changes')
    await button(tab, 'Move to draft').waitFor()
    expect(await textOf(tab).textContent()).not.toContain('Regretted')
    expect((await read()).markdown).toBe(published.markdown)
  })

  pageTest('keeps its unpublished changes when it is moved to drafts', async (scene) => {
    const { tab, read } = await openText(scene, published)
    await writeAtEnd(tab, ' More')
    await saying(tab, /not published/).waitFor()
    await choose(tab, 'Move to draft')
    await button(tab, 'Publish').waitFor()
    expect(await read()).toMatchObject({ status: 'draft', markdown: `${published.markdown} More` })
  })

  pageTest('says that only members can read it, and can turn the public page on', async (scene) => {
    await setSwitches(scene.herald.ctx, scene.team.id, { publicPage: false })
    const { id } = await openText(scene)
    const owner = await scene.visit('owner')
    const tab = await owner.open(`/posts/${id}`)
    await button(tab, 'Publish').click()
    await tab.getByText('Published. Your public page is off.').waitFor()
    await button(tab, 'Turn on public page').click()
    await tab.getByRole('link', { name: 'View page' }).waitFor()
    await expectSoon(() => tab.getByText('Your public page is off').count(), 0)
  })
})

describe('a draft', () => {
  pageTest('can be scheduled in the time zone of the editor, and the schedule canceled', async (scene) => {
    const { tab, id } = await openText(scene)
    await choose(tab, 'Schedule')
    const dialog = tab.getByRole('dialog', { name: dialogsStrings.scheduleDialog.title })
    await expectPresentable(tab, 'schedule post')
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await tab.getByText(/^Scheduled for .+\.$/).waitFor()
    const scheduled = async () => (await scene.team.call('GET', `/v1/posts/${id}/schedule`)).body.schedule
    const { scheduledAt, timeZone } = await scheduled()
    const local = await tab.evaluate((at) => new Date(at).getHours(), scheduledAt)
    expect([local, timeZone]).toEqual([
      9,
      await tab.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
    ])
    await button(tab, 'Cancel schedule').click()
    await expectSoon(() => tab.getByText(/^Scheduled for .+\.$/).count(), 0)
    expect(await scheduled()).toBeNull()
  })

  pageTest('has a history: a version can be compared and restored', async (scene) => {
    const { tab, id } = await openText(scene, { markdown: '# Exports\n\nThe first text.' })
    await scene.team.call('PATCH', `/v1/posts/${id}`, { markdown: '# Exports\n\nThe second text.' })
    await tab.goto(`${tab.url()}?view=history`)
    await tab.getByText(postStrings.history.kinds.recorded).waitFor()
    await tab.getByText('Edited by test').waitFor()
    await tab.getByRole('button', { name: 'Compare version 1' }).click()
    await tab.getByRole('heading', { name: 'Version 1 and the current text' }).waitFor()
    await expectPresentable(tab, 'history of a post')
    await button(tab, 'Restore this version').click()
    await tab.getByRole('link', { name: 'Write' }).click()
    await textOf(tab).getByText('The first text.').waitFor()
  })

  pageTest('is created empty from the list of posts', async (scene) => {
    const { open } = await scene.visit('member')
    const tab = await open('/posts?new')
    const dialog = tab.getByRole('dialog', { name: 'New post' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Faster exports')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await textOf(tab).waitFor()
    expect(await titleOf(tab).inputValue()).toBe('Faster exports')
    await titleOf(tab).fill('Much faster exports')
    await tab.keyboard.press('Control+s')
    await expectSoon(async () => {
      const { body } = await scene.team.call('GET', '/v1/posts?status=draft')
      return body.posts.map(({ title }: { title: string }) => title)
    }, ['Much faster exports'])
  })
})
