import { describe, expect } from 'bun:test'
import * as answersStrings from '../../src/dashboard/visibility/prompts/answers/strings.ts'
import { readCsv } from '../../src/text/csv.ts'
import { answerWith } from './support/answers.ts'
import { refusal } from './support/faults.ts'
import { expectPresentable } from './support/looks.ts'
import { addAsked } from './support/prompts.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

async function open(scene: Scene, query: string) {
  const { geo } = await addAsked(scene)
  const visitor = await scene.visit('member')
  return { ...visitor, tab: await visitor.open(`/geo/prompts${query}`), geo }
}

describe('a prompt', () => {
  pageTest('shows the latest answer of each engine with its names marked', async (scene) => {
    const { tab } = await open(scene, '')
    await tab.getByRole('button', { name: 'best changelog tools', exact: true }).click()
    const dialog = tab.getByRole('dialog')
    // The whole row opens the answer.
    await dialog.getByRole('row').filter({ hasText: 'alpha' }).first().getByText('Names you').click()
    await dialog.locator('mark.own', { hasText: 'Acme Cloud' }).waitFor()
    await dialog.locator('mark.other.unsure', { hasText: 'Linear' }).waitFor()
    await dialog.locator('strong', { hasText: 'better' }).waitFor()
    // HTML of an engine is nothing but text.
    await dialog.getByText('<img src=x>').waitFor()
    expect(await dialog.locator('img').count()).toBe(0)
    await dialog.getByRole('link', { name: 'Changelogs compared' }).waitFor()
    await dialog.getByText('news.example, third party').waitFor()
    await dialog.getByText('Read but not cited').waitFor()
    await dialog.getByRole('button', { name: answersStrings.answerDetail.compare }).click()
    await dialog.getByText(answersStrings.answerDiff.same).waitFor()
    await dialog.getByText('changelog tools 2026').waitFor()
    await expectPresentable(tab, 'prompt answered')
    await tab.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  pageTest('counts as one that names the brand, or not, as the user chooses', async (scene) => {
    const { tab, person, geo } = await open(scene, `?open=custom-best-${scene.team.slug}`)
    const choice = tab.getByRole('dialog').getByLabel(answersStrings.namesBrand.label)
    await choice.selectOption('Yes')
    const stored = async () => {
      const { prompts } = (await person.call('GET', `${geo}/prompts`)).body as any
      return prompts.find(({ id }: any) => id === `best-${scene.team.slug}`).namesBrand
    }
    await expectSoon(stored, 'yes')
    await expectSoon(() => choice.inputValue(), 'yes')
  })

  pageTest('shows its history, scan by scan', async (scene) => {
    const { tab } = await open(scene, `?open=custom-best-${scene.team.slug}`)
    const history = tab.getByRole('dialog').getByRole('region', { name: 'History' })
    const rows = history.getByRole('row')
    await rows.nth(1).getByText('beta now names you').waitFor()
    await rows.nth(2).getByText(answersStrings.historyTable.firstAnswers).waitFor()
  })

  pageTest('can be scanned again, and the new answers are counted', async (scene) => {
    const { tab } = await open(scene, `?open=custom-best-${scene.team.slug}`)
    const scan = {
      id: 's',
      status: 'running',
      checks: { planned: 4, saved: 1, failed: 0 },
      errorMessage: null,
    }
    await answerWith(tab, '/v1/projects/:id/geo/prompts/:id/rescan', 202, { scanId: 's', statusUrl: '/' })
    await answerWith(tab, '/v1/projects/:id/geo/scans/s', 200, { scan })
    await tab.getByRole('button', { name: 'Scan again' }).click()
    await tab.getByText('Scanning, 1 of 4 answers').waitFor()
    const ended = { ...scan, status: 'completed', checks: { planned: 4, saved: 4, failed: 0 } }
    await answerWith(tab, '/v1/projects/:id/geo/scans/s', 200, { scan: ended })
    await tab.clock.runFor(2500)
    await tab.getByText(answersStrings.rescan.received).waitFor()
    await tab.getByRole('button', { name: 'Scan again' }).waitFor()
  })
})

describe('answers', () => {
  pageTest('are listed, filtered by prompt, and open below their row', async (scene) => {
    const { tab } = await open(scene, '?tab=answers')
    await tab.getByText('4 answers').waitFor()
    await tab.getByLabel('Prompt', { exact: true }).selectOption('best changelog tools')
    await tab.getByText('2 answers').waitFor()
    await tab.getByRole('row').filter({ hasText: 'alpha' }).getByRole('button').click()
    await tab.locator('mark.own').first().waitFor()
    await expectPresentable(tab, 'answer opened')
  })

  pageTest('keep the time of an answer on one line', async (scene) => {
    const { tab } = await open(scene, '?tab=answers')
    await tab.setViewportSize({ width: 800, height: 800 })
    const times = tab.getByRole('table', { name: 'Answers' }).locator('time')
    await times.first().waitFor()
    const lines = await times.evaluateAll((all) => all.map((time) => time.getClientRects().length))
    expect(lines).toEqual([1, 1, 1, 1])
  })

  pageTest('are exported with all matches, texts and sources', async (scene) => {
    const { tab } = await open(scene, '?tab=answers')
    await tab.getByText('4 answers').waitFor()
    await tab.getByLabel('Prompt', { exact: true }).selectOption('best changelog tools')
    await tab.getByText('2 answers').waitFor()
    const saved = tab.waitForEvent('download')
    await tab.getByRole('button', { name: 'Download the answers as CSV' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe('answers.csv')
    const { rows } = readCsv(await Bun.file(await file.path()).text(), [])
    const data = rows.map(({ values }) => values)
    expect(data.map(({ prompt, engine }) => [prompt, engine]).toSorted()).toEqual([
      ['best changelog tools', 'alpha'],
      ['best changelog tools', 'beta'],
    ])
    expect(data.find(({ engine }) => engine === 'alpha')).toMatchObject({
      'names you': 'yes',
      answer: expect.stringContaining('Acme Cloud'),
      sources: expect.stringContaining('https://'),
    })
  })

  pageTest('that cannot be loaded show an error, and no file is saved', async (scene) => {
    const { tab, faults } = await open(scene, '?tab=answers')
    faults.expect(refusal(503, '/v1/projects/:id/geo/visibility/prompt-results'))
    const button = tab.getByRole('button', { name: 'Download the answers as CSV' })
    await button.waitFor()
    await answerWith(tab, '/v1/projects/:id/geo/visibility/prompt-results', 503, { error: 'Not now.' })
    await button.click()
    await tab.getByText('Not now.').waitFor()
    await button.waitFor()
  })
})
