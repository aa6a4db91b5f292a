import { expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import * as overviewStrings from '../../src/dashboard/visibility/overview/strings.ts'
import * as answerStrings from '../../src/dashboard/visibility/prompts/answers/strings.ts'
import * as settingsStrings from '../../src/dashboard/visibility/settings/strings.ts'
import { geoSettings } from '../../src/features/geo/settings/table.ts'
import { addPrompt } from '../support/tracking.ts'
import type { Given } from '../support/visibility.ts'
import { expectPresentable } from './support/looks.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'
import { addTracked, scanBefore } from './support/visibility.ts'

const [model, overview] = ['openai/gpt-5.6-sol', 'google/ai-overview']

/** A project that asks a model and AI Overviews; Google shows one for the first prompt only, which names the brand. */
async function addPages(scene: Scene) {
  const { ctx } = scene.herald
  const project = await addTracked(scene)
  await ctx.db
    .update(geoSettings)
    .set({ engines: [model, overview], languages: ['en'] })
    .where(eq(geoSettings.projectId, project.id))
  const ids = ['one', 'two'].map((name) => `${name}-${project.id}`)
  for (const id of ids) await addPrompt(ctx, project, id, `what about ${id.slice(0, 3)}`)
  const page = 'dataforseo; US; desktop'
  const given = ids.flatMap((id, place): Given[] => [
    { engine: model, promptId: `custom-${id}`, mentioned: false },
    {
      ...{ engine: overview, promptId: `custom-${id}`, page },
      ...(place === 0 ? { mentioned: true } : { shown: false, answer: '' }),
    },
  ])
  for (const days of [9, 8, 2]) await scanBefore(scene, project, days, given)
  return project
}

pageTest('pages have figures of their own, and say how often they showed an answer', async (scene) => {
  const project = await addPages(scene)
  const visitor = await scene.visit('member')
  const tab = await visitor.open(`/geo?project=${project.id}`)
  const words = overviewStrings.surface
  await tab.getByText(words.apis(['Google AI Overviews'])).waitFor()
  await tab.getByText(words.pages(3, 6)).first().waitFor()
  await expectPresentable(tab, 'visibility with pages')
  await tab
    .getByRole('combobox', { name: overviewStrings.engineFilter.engine, exact: true })
    .selectOption(overview)
  await tab.getByText('Google AI Overviews showed an AI answer on 3 of 6 pages').waitFor()
  expect(new URL(tab.url()).searchParams.get('engine')).toBe(overview)
})

pageTest('an answer says that its page showed none', async (scene) => {
  const project = await addPages(scene)
  const visitor = await scene.visit('member')
  const tab = await visitor.open(`/geo/prompts?project=${project.id}&tab=answers`)
  const row = tab.getByRole('row').filter({ hasText: answerStrings.answerTable.notShown })
  await expectSoon(() => row.count(), 1)
  await row.getByRole('button').first().click()
  await tab.getByText(answerStrings.answerDetail.notShown).waitFor()
  await tab.getByText('Page read by DataForSEO for US, desktop, without an account.').waitFor()
})

pageTest('the place of pages is a setting while a page is selected', async (scene) => {
  const project = await addPages(scene)
  const visitor = await scene.visit('member')
  const tab = await visitor.open(`/geo/settings?project=${project.id}`)
  const words = settingsStrings.placeFields
  await tab.getByLabel(words.country).selectOption('DE')
  const read = async () =>
    (await visitor.person.call('GET', `/v1/projects/${project.id}/geo/settings`)).body.settings.place
  await expectSoon(read, { country: 'DE', location: null, device: 'desktop' })
  await tab.getByLabel(words.location).fill('Berlin,Berlin,Germany')
  await tab.getByLabel(words.device).selectOption('mobile')
  await expectSoon(read, { country: 'DE', location: 'Berlin,Berlin,Germany', device: 'mobile' })
  await expectPresentable(tab, 'visibility settings with pages')
})
