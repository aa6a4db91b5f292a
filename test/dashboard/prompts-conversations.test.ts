import { describe, expect } from 'bun:test'
import * as importStrings from '../../src/dashboard/kit/import/strings.ts'
import * as answersStrings from '../../src/dashboard/visibility/prompts/answers/strings.ts'
import * as conversationsStrings from '../../src/dashboard/visibility/prompts/conversations/strings.ts'
import * as suggestionsStrings from '../../src/dashboard/visibility/prompts/suggestions/strings.ts'
import { suggestions } from '../../src/features/geo/prompts/table.ts'
import { answerWith, hold } from './support/answers.ts'
import { refusal } from './support/faults.ts'
import { expectPresentable } from './support/looks.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'
import { addTracked } from './support/visibility.ts'

/** A tab of the page, for a project that is set up. */
async function openTab(scene: Scene, tab: 'conversations' | 'suggestions', fill?: (geo: string) => unknown) {
  const project = await addTracked(scene)
  const geo = `/v1/projects/${project.id}/geo`
  await fill?.(geo)
  const visitor = await scene.visit('member')
  const page = await visitor.open(`/geo/prompts?tab=${tab}`)
  return { ...visitor, tab: page, project, geo }
}

describe('conversations', () => {
  const steps = ['which changelog tools are there', 'which of them can I host myself']
  const addOne = (scene: Scene) => (geo: string) =>
    scene.team.call('POST', `${geo}/sequences`, { name: 'To the choice', steps })

  pageTest('are entered turn by turn', async (scene) => {
    const { tab, geo, person } = await openTab(scene, 'conversations')
    await tab.getByText(conversationsStrings.conversations.noConversationsYet).waitFor()
    await expectPresentable(tab, 'conversations empty')
    await tab.getByRole('button', { name: conversationsStrings.conversationDialog.newConversation }).click()
    const dialog = tab.getByRole('dialog')
    await dialog.getByLabel('Name').fill('To the choice')
    await dialog.getByLabel('Turn 1', { exact: true }).fill('which changelog tools are there')
    await dialog.getByLabel('Turn 2', { exact: true }).fill('which of them can I host myself')
    await dialog.getByRole('button', { name: 'Add turn' }).click()
    await dialog.getByLabel('Turn 3', { exact: true }).fill('to be taken away')
    await dialog.getByRole('button', { name: 'Remove turn 3' }).click()
    await expectPresentable(tab, 'conversation being written')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await tab.getByRole('row').filter({ hasText: 'To the choice' }).getByText('2', { exact: true }).waitFor()
    const { sequences } = (await person.call('GET', `${geo}/sequences`)).body
    expect(sequences).toMatchObject([{ name: 'To the choice', steps, enabled: true }])
  })

  pageTest('are paused, changed and deleted', async (scene) => {
    const { tab, geo, person } = await openTab(scene, 'conversations', addOne(scene))
    const one = async () => (await person.call('GET', `${geo}/sequences`)).body.sequences[0]
    await tab.getByRole('switch', { name: 'Include To the choice in scans' }).click()
    await tab.getByText('Paused').waitFor()
    await expectSoon(async () => (await one()).enabled, false)
    await tab.getByRole('button', { name: 'To the choice', exact: true }).click()
    await tab
      .getByRole('dialog')
      .getByLabel('Turn 1', { exact: true })
      .fill('which changelog servers are there')
    await tab.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await tab.getByText('which changelog servers are there').waitFor()
    expect(await one()).toMatchObject({ name: 'To the choice', enabled: false })
    await expectPresentable(tab, 'conversations')
    await tab.getByRole('button', { name: 'Delete To the choice' }).click()
    await tab
      .getByRole('dialog')
      .getByRole('button', { name: conversationsStrings.conversationTable.deleteConversation })
      .click()
    await tab.getByText(conversationsStrings.conversations.noConversationsYet).waitFor()
  })

  pageTest('can be played immediately, and the result is shown', async (scene) => {
    const { tab, faults } = await openTab(scene, 'conversations', addOne(scene))
    const route = '/v1/projects/:id/geo/sequences/:id/run'
    const play = tab.getByRole('button', { name: 'Run now' })
    const refuse = await answerWith(tab, route, 400, { error: 'No engine answered.' })
    faults.expect(refusal(400, route))
    await play.click()
    await tab.getByText(answersStrings.rescan.noEngineAnswered).waitFor()
    await refuse()
    await answerWith(tab, route, 200, { checks: 4, mentions: 3, engines: ['alpha', 'beta'] })
    const letGo = await hold(tab, route)
    await play.click()
    await tab.getByText('Running').waitFor()
    await letGo()
    await tab.getByText('3 of 4 answers name you, on 2 engines').waitFor()
  })
})

describe('suggestions', () => {
  const add = (scene: Scene) => async (geo: string) => {
    const { ctx } = scene.herald
    const projectId = geo.split('/')[3] ?? ''
    for (const [prompt, impressions] of [
      ['changelog generator for github', 1840],
      ['release notes template', 960],
    ] as const) {
      await ctx.db.insert(suggestions).values({
        ...{ id: `${projectId}-${impressions}`, projectId, prompt, folded: prompt, title: null },
        ...{ source: 'search_console', impressions, clicks: 22, position: 11.4 },
        queries: [{ query: `${prompt} free`, impressions, clicks: 22, position: 8.2 }],
        ...{ createdAt: ctx.now(), updatedAt: ctx.now() },
      })
      ctx.clock.advance(1000)
    }
  }

  pageTest('are tracked one by one, dismissed, and tracked all together', async (scene) => {
    const { tab, geo, person } = await openTab(scene, 'suggestions', add(scene))
    const row = tab.getByRole('row').filter({ hasText: 'changelog generator for github' })
    await row.getByText('1,840').waitFor()
    await row.getByText('8.2').waitFor()
    await expectPresentable(tab, 'suggestions')
    await row.getByRole('button', { name: 'Dismiss' }).click()
    await row.waitFor({ state: 'detached' })
    await tab.getByRole('button', { name: 'Track all' }).click()
    await tab
      .getByText(suggestionsStrings.texts.noneLeft)
      .or(tab.getByText(suggestionsStrings.texts.noneYet))
      .waitFor()
    const { prompts } = (await person.call('GET', `${geo}/prompts`)).body
    expect(prompts.filter(({ source }: { source: string }) => source === 'custom')).toMatchObject([
      { prompt: 'release notes template' },
    ])
  })

  pageTest('can be imported from a file of Google Search Console', async (scene) => {
    const { tab } = await openTab(scene, 'suggestions')
    await tab.getByRole('button', { name: suggestionsStrings.importSuggestions.importSearchQueries }).click()
    const dialog = tab.getByRole('dialog')
    const route = '/v1/projects/:id/geo/suggestions/import'
    const issues = [{ line: 3, message: 'impressions must be a number' }]
    await answerWith(tab, route, 200, { imported: 2, updated: 0, skipped: 5, issues })
    await dialog.getByLabel(importStrings.importDialog.paste).fill('Top queries,Clicks\nchangelog,1\n')
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.getByText('2 added, 5 skipped (not suitable as prompts).').waitFor()
    await dialog.getByText('Line 3: impressions must be a number').waitFor()
  })
})
