import { describe, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { windowOf } from '../../src/dashboard/data/window/window.ts'
import * as chartsStrings from '../../src/dashboard/kit/charts/strings.ts'
import { toRows } from '../../src/dashboard/visibility/overview/share-rows.ts'
import * as overviewStrings from '../../src/dashboard/visibility/overview/strings.ts'
import { hasFollowUps } from '../../src/dashboard/visibility/overview/trends.ts'
import * as projectsStrings from '../../src/dashboard/visibility/projects/strings.ts'
import * as setUpStrings from '../../src/dashboard/visibility/set-up/strings.ts'
import * as settingsStrings from '../../src/dashboard/visibility/settings/strings.ts'
import { atEnd } from '../support/cleanup.ts'
import { engineServer } from '../support/engine-server.ts'
import { acme, addBrand } from './support/brands.ts'
import { narrow } from './support/browser.ts'
import { expectPresentable, looks } from './support/looks.ts'
import { pageTest, withoutModel } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'
import { addScanned, addTracked, answers, scanBefore } from './support/visibility.ts'

describe('a range', () => {
  const now = new Date('2026-03-04T12:00:00.000Z')
  const ask = (value: string) => windowOf(value, now).query

  test('is so many days up to now, or days of the calendar in UTC', () => {
    expect(ask('7')).toEqual({ days: 7 })
    expect(ask('today')).toEqual({ from: '2026-03-04', to: '2026-03-04' })
    expect(ask('yesterday')).toEqual({ from: '2026-03-03', to: '2026-03-03' })
    expect(ask('year')).toEqual({ from: '2026-01-01', to: '2026-03-04' })
    expect(ask('nonsense')).toEqual({ days: 30 })
    const custom = (from: string, to: string) => windowOf('custom', now, { from, to }).query
    expect(custom('2026-02-01', '2026-02-10')).toEqual({ from: '2026-02-01', to: '2026-02-10' })
    expect(custom('2026-02-20', '2026-02-10')).toEqual({ from: '2026-01-12', to: '2026-02-10' })
    expect(custom('x', '2027-01-01')).toEqual({ from: '2026-02-03', to: '2026-03-04' })
  })

  test('of the calendar is compared with any earlier days', () => {
    const dates = { from: '2026-02-01', to: '2026-02-10' }
    const compared = (compareFrom: string, compareTo: string) => {
      const { query, range } = windowOf('custom', now, { ...dates, compareFrom, compareTo })
      return [query.compareFrom, query.compareTo, range.before]
    }
    const chosen = ['2025-02-01', '2025-02-10'] as const
    expect(compared(...chosen)).toEqual([...chosen, expect.stringMatching(/^period .*2025/)])
    expect(compared('2026-01-01', '')).toEqual([
      '2026-01-01',
      '2026-01-31',
      expect.stringMatching(/^period .*2026/),
    ])
    const none = [undefined, undefined, 'previous 10 days']
    expect(compared('', '')).toEqual(none)
    expect(compared('2026-01-01', '2026-02-01')).toEqual(none)
    expect(compared('2026-01-02', '2026-01-01')).toEqual(none)
  })

  test('has every day that its answers may be of', () => {
    expect(windowOf('7', now).days).toEqual([
      ...['2026-02-25', '2026-02-26', '2026-02-27', '2026-02-28'],
      ...['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'],
    ])
    expect(windowOf('yesterday', now).days).toEqual(['2026-03-03'])
  })
})

describe('shares of voice', () => {
  const certain = { n: 100, interval: { low: 0.1, high: 0.2, of: 'window' as const } }
  const own = { mentions: 20, share: 0.2, comparison: null, ...certain }
  const point = (brand: string, share: number | null) => ({
    ...{ brand, competitorId: share === null ? null : brand, mentions: 1, trend: [], share },
    ...certain,
  })

  test('have the five greatest, the brand among them in its place, and the rest without an interval', () => {
    const shares = [0.3, 0.1, 0.1, 0.1, 0.08, 0.07, 0.05]
    const points = [...shares.map((share, place) => point(`c${place}`, share)), point('untracked', null)]
    const rows = toRows({ own, points }, 'Acme')
    expect(rows.map(({ name }) => name)).toEqual(['c0', 'Acme', 'c1', 'c2', 'c3', 'c4', '2 others'])
    expect(rows.at(-1)).toEqual({
      ...{ key: 'rest', name: '2 others', kind: 'rest', interval: null },
      rate: expect.closeTo(0.12, 6),
    })
  })

  test('are empty without mentions', () => {
    expect(toRows({ own: { ...own, share: null }, points: [] }, 'Acme')).toEqual([])
  })
})

test('days with more answers than their rate have follow-up questions of conversations', () => {
  expect(hasFollowUps({ checks: 4 }, [{ checks: 3 }, { checks: 1 }])).toBe(false)
  expect(hasFollowUps({ checks: 4 }, [{ checks: 3 }, { checks: 2 }])).toBe(true)
})

pageTest('a rate says why its only day differs', async (scene) => {
  const project = await addTracked(scene)
  const followUp = { engine: 'alpha', promptId: 'sequence-1', sequenceId: '1', turn: 1, mentioned: true }
  await scanBefore(scene, project, 2, [...answers, followUp])
  const tab = await (await scene.visit()).open('/geo')
  await tab.getByText(overviewStrings.visibilityView.followUps).waitFor()
  await tab.getByRole('combobox', { name: 'Engine' }).selectOption('beta')
  await expectSoon(() => tab.getByText(overviewStrings.visibilityView.followUps).count(), 0)
})

pageTest('the rate has its interval and its number of answers, for all engines or one', async (scene) => {
  await addScanned(scene)
  const tab = await (await scene.visit()).open('/geo')
  const head = tab.getByRole('region', { name: overviewStrings.engineTable.mentionRateColumn })
  await head.getByText('75%').first().waitFor()
  await expectSoon(() => head.getByText('12 answers', { exact: true }).count(), 1)
  await expectSoon(() => tab.getByText('Not enough data').count(), 1)
  await tab.getByRole('combobox', { name: 'Engine' }).selectOption('beta')
  await head.getByText('50%').first().waitFor()
  await expectSoon(() => head.getByText('6 answers', { exact: true }).count(), 1)
})

pageTest('arrow keys move through the days of the chart, and days without scans say so', async (scene) => {
  await addScanned(scene)
  const tab = await (await scene.visit()).open('/geo?range=14')
  const chart = tab.getByRole('group', { name: chartsStrings.chartFrame.keyboardHint })
  await chart.focus()
  const told = tab.locator('figcaption output')
  const day = /: 75% \(30–95%\), 4 answers$/
  await expectSoon(async () => day.test((await told.textContent()) ?? ''), true)
  await chart.press('ArrowRight')
  await expectSoon(async () => /: no scans$/.test((await told.textContent()) ?? ''), true)
  await chart.press('Home')
  await expectSoon(async () => /: no scans$/.test((await told.textContent()) ?? ''), true)
  await tab.getByRole('button', { name: chartsStrings.chartFrame.showAsTable }).click()
  await expectSoon(
    () =>
      tab
        .getByRole('table', { name: overviewStrings.engineTable.mentionRateColumn })
        .getByRole('row')
        .count(),
    4,
  )
})

pageTest('a table is exported as a file for spreadsheets', async (scene) => {
  await addScanned(scene)
  const tab = await (await scene.visit()).open('/geo')
  const button = tab.getByRole('button', { name: 'Download the engines as CSV' })
  await button.waitFor()
  const saved = tab.waitForEvent('download')
  await button.click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('engines.csv')
  const lines = (await Bun.file(await file.path()).text()).split('\r\n')
  expect(lines[1]).toMatch(/^alpha,6,6,1,0\.\d+,1,2,/)
})

pageTest('a website leads to proposals, their price and a first scan on one page', async (scene) => {
  const { ctx, models } = scene.herald
  using engine = engineServer({ text: 'Acme.' })
  const { engines } = ctx
  ctx.engines = engine.engines([{ id: 'test/one' }, { id: 'test/two', keyVariable: 'TWO_KEY' }])
  atEnd(() => {
    ctx.engines = engines
  })
  models.replyWith({
    aliases: ['Acme Cloud'],
    competitors: [{ name: 'Northlight', domain: 'northlight.example' }],
    prompts: ['best tools for release notes in small teams', 'how to choose a tool for release notes'],
  })
  await addBrand(scene, acme)
  const tab = await (await scene.visit('member')).open('/geo')
  await tab.getByRole('button', { name: projectsStrings.setUp.setUp }).click()
  await tab.getByRole('button', { name: setUpStrings.website.verb }).click()
  await expectSoon(
    () => tab.getByLabel(setUpStrings.form.competitors).inputValue(),
    'Northlight, northlight.example',
  )
  await expectSoon(() => tab.getByLabel(setUpStrings.form.companyName).inputValue(), 'Acme Inc.')
  await tab.getByText('2 questions × 1 engine = 2 answers.').waitFor()
  await tab.getByText('About $0.04, from list prices, for each scan.').waitFor()
  await tab.getByText('1 more engine without a key').waitFor()
  await expectPresentable(tab, 'visibility set-up', looks.each)
  await tab.getByRole('button', { name: setUpStrings.form.start }).click()
  await tab.getByRole('button', { name: /^Run scan|^Scanning/ }).waitFor()
  await expectSoon(async () => engine.asked.length >= 2, true)
})

pageTest('without a model, three clicks lead from an empty organization to a first scan', async (scene) => {
  using _restored = withoutModel(scene)
  const { ctx } = scene.herald
  using engine = engineServer({ text: 'Acme.' })
  const { engines } = ctx
  // None of the default engines is ready.
  ctx.engines = engine.engines([{ id: 'test/one', isDefault: false }])
  atEnd(() => {
    ctx.engines = engines
  })
  const tab = await (await scene.visit()).open('/geo')
  let clicks = 0
  const click = async (name: string) => {
    clicks++
    await tab.getByRole('button', { name }).click()
  }
  await click(projectsStrings.setUp.setUp)
  await tab
    .getByRole('textbox', { name: setUpStrings.website.label, exact: true })
    .fill('https://acme.example')
  await click(setUpStrings.website.verb)
  await tab.getByLabel(setUpStrings.form.companyName).fill('Acme')
  await tab.getByLabel(setUpStrings.form.prompts).fill('best tools for release notes')
  await click(setUpStrings.form.start)
  await tab.getByRole('button', { name: /^Run scan|^Scanning/ }).waitFor()
  await expectSoon(async () => engine.asked.length >= 1, true)
  expect(clicks).toBe(3)
})

pageTest('the website can be corrected in the set-up, and a second project is added', async (scene) => {
  const { ctx, models } = scene.herald
  using engine = engineServer({ text: 'Acme.' })
  const { engines } = ctx
  ctx.engines = engine.engines([{ id: 'test/one' }])
  atEnd(() => {
    ctx.engines = engines
  })
  models.replyWith({ aliases: [], competitors: [], prompts: ['best tools for release notes in small teams'] })
  await addBrand(scene, { ...acme, name: 'Northlight', websiteUrl: 'https://north.example' })
  await addTracked(scene)
  const tab = await (await scene.visit()).open('/geo/settings')
  await tab.getByRole('link', { name: settingsStrings.projectFields.newProject }).click()
  const website = tab.getByRole('textbox', { name: setUpStrings.website.label, exact: true })
  await website.and(tab.locator(':not([readonly])')).waitFor()
  await website.fill('https://north.example')
  await tab.getByRole('button', { name: setUpStrings.website.verb }).click()
  await tab.getByLabel(setUpStrings.form.prompts).waitFor()
  await tab.getByRole('button', { name: setUpStrings.website.correct }).click()
  await tab.getByLabel(setUpStrings.form.prompts).waitFor({ state: 'detached' })
  expect(await website.isDisabled()).toBe(false)
  await tab.getByRole('button', { name: setUpStrings.website.verb }).click()
  await tab.getByLabel(setUpStrings.form.companyName).fill('Northlight')
  await expectPresentable(tab, 'second project')
  await tab.getByRole('button', { name: setUpStrings.form.start }).click()
  await tab.getByRole('combobox', { name: projectsStrings.switcher.project }).waitFor()
  await tab.waitForURL(/project=/)
  const { body } = await scene.team.call('GET', '/v1/projects')
  expect(body.projects.map(({ name }: { name: string }) => name)).toContain('Northlight')
})

pageTest('a project without settings links to them', async (scene) => {
  const visitor = await scene.visit()
  await addTracked(scene, false)
  const tab = await visitor.open('/geo')
  await tab.getByRole('heading', { name: 'Not set up yet' }).waitFor()
  expect(await tab.getByRole('link', { name: 'Set up' }).getAttribute('href')).toContain('/geo/settings')
})

pageTest('thousands of changed answers are listed in pages', async (scene) => {
  const project = await addTracked(scene)
  const answersBy = (isNamed: boolean) =>
    Array.from({ length: 60 }, (_, number) => ({
      ...{ engine: 'alpha', promptId: `custom-${number}`, mentioned: isNamed },
    }))
  await scanBefore(scene, project, 3, answersBy(true))
  await scanBefore(scene, project, 1, answersBy(false))
  const tab = await (await scene.visit()).open('/geo?tab=changes')
  await tab.getByText(overviewStrings.changesView.answers(60)).click()
  const table = tab.getByRole('table', { name: overviewStrings.changesView.singleAnswers })
  await expectSoon(() => table.locator('tbody tr').count(), 50)
  await tab.getByRole('button', { name: 'Next' }).click()
  await expectSoon(() => table.locator('tbody tr').count(), 10)
})

pageTest('compared rates name the engine that they leave out, since its model changed', async (scene) => {
  const project = await addTracked(scene)
  for (const days of [40, 39, 38, 37, 36, 5, 4, 3, 2, 1])
    await scanBefore(
      scene,
      project,
      days,
      answers.map((answer) => ({
        ...answer,
        modelReported: answer.engine === 'alpha' && days < 30 ? 'newer' : 'older',
      })),
    )
  const tab = await (await scene.visit()).open('/geo')
  const excluded = tab.getByText(overviewStrings.verdict.excludes('alpha'))
  const share = tab.getByRole('region', { name: overviewStrings.shareOfVoice.shareOfVoice })
  await share.getByText(overviewStrings.verdict.excludes('alpha')).waitFor()
  await tab.getByRole('link', { name: overviewStrings.overviewPage.changes }).click()
  await tab
    .getByRole('region', { name: overviewStrings.changesView.whatMoved })
    .getByText(overviewStrings.verdict.excludes('alpha'))
    .waitFor()
  expect(await excluded.count()).toBe(1)
})

pageTest('tone and changes between scans have their own views', async (scene) => {
  const project = await addTracked(scene)
  await scanBefore(scene, project, 3, [
    { engine: 'alpha', promptId: 'custom-1', mentioned: true, position: 1, sentiment: 'positive' },
    { engine: 'alpha', promptId: 'custom-2', mentioned: true, position: 1, sentiment: 'neutral' },
  ])
  await scanBefore(scene, project, 1, [
    { engine: 'alpha', promptId: 'custom-1', mentioned: false },
    { engine: 'alpha', promptId: 'custom-2', mentioned: true, position: 2, sentiment: 'negative' },
  ])
  const tab = await (await scene.visit()).open('/geo?tab=sentiment')
  await tab.getByText('50 of 100', { exact: true }).waitFor()
  await expectSoon(
    () => tab.getByRole('img', { name: '3 mentions: 1 positive, 1 neutral, 1 negative' }).count(),
    2,
  )
  await expectPresentable(tab, 'sentiment')
  await tab.getByRole('link', { name: 'Changes' }).click()
  await tab.getByText(overviewStrings.changesView.answers(2)).click()
  const row = tab.getByRole('row').filter({ hasText: 'what about custom-1' })
  await row.getByText(overviewStrings.changeWords.noLongerNamed).waitFor()
  await expectSoon(() => tab.locator('.status.bad, .status.good').count(), 0)
  await tab
    .getByText(
      'Mentions: 0 new, 1 lost. Positions: 0 better, 1 worse. Citations of your site: 0 new, 0 lost.',
    )
    .waitFor()
  await expectSoon(() => row.getByText('1 → –').count(), 1)
  await expectPresentable(tab, 'changes')
})

pageTest(
  'a report is shared by a link, which shows it without an account until it is revoked',
  async (scene) => {
    await addScanned(scene)
    const tab = await (await scene.visit('owner')).open('/geo')
    await tab.getByRole('button', { name: overviewStrings.reportDialog.share, exact: true }).click()
    const dialog = tab.getByRole('dialog', { name: overviewStrings.reportDialog.title })
    await dialog.getByText(overviewStrings.reportDialog.none).waitFor()
    const create = dialog.getByRole('button', { name: overviewStrings.reportDialog.create })
    const bottomOf = (field: Locator) => field.evaluate((element) => element.getBoundingClientRect().bottom)
    const expires = dialog.getByLabel(overviewStrings.reportDialog.expires)
    expect(await bottomOf(create)).toBe(await bottomOf(expires))
    await create.click()
    const url = (await dialog.locator('.once code').textContent()) ?? ''
    await expectPresentable(tab, 'share a report')
    const read = () => fetch(new URL(new URL(url).pathname, tab.url()))
    expect(await (await read()).text()).toContain('AI visibility of')
    const report = await tab.context().newPage()
    await report.setViewportSize(narrow)
    await report.goto(url)
    const boxes = await report
      .locator('table')
      .evaluateAll((tables) => tables.map((table) => table.getBoundingClientRect().right))
    expect(Math.max(...boxes)).toBeLessThan(narrow.width)
    const names = await report
      .locator('td:first-child')
      .evaluateAll((cells) => cells.map((cell) => cell.clientWidth))
    expect(Math.min(...names)).toBeGreaterThan(60)
    await report.close()
    await dialog.getByRole('button', { name: overviewStrings.reportDialog.revoke }).click()
    await dialog.getByText(overviewStrings.reportDialog.none).waitFor()
    expect((await read()).status).toBe(404)
  },
)

pageTest('filters and a period are saved under a name, opened, renamed and deleted', async (scene) => {
  await addScanned(scene)
  const words = overviewStrings.savedViews
  const tab = await (await scene.visit('member')).open('/geo?range=90&branded=all')
  const menu = tab.getByRole('button', { name: words.menu(undefined) })
  await menu.click()
  await tab.getByRole('menuitem', { name: words.save }).click()
  const saving = tab.getByRole('dialog', { name: words.save })
  await saving.getByLabel(words.name).fill('Every prompt')
  await expectPresentable(tab, 'save a view', looks.each)
  await saving.getByRole('button', { name: words.saveVerb }).click()
  await tab.getByRole('button', { name: words.menu('Every prompt') }).waitFor()

  await tab.getByRole('combobox', { name: overviewStrings.promptFilter.branded }).selectOption('')
  await tab.waitForURL((url) => !url.searchParams.has('branded'))
  await menu.click()
  await tab.getByRole('menuitem', { name: 'Every prompt' }).click()
  await tab.waitForURL(/branded=all/)
  await tab.reload()
  await tab.getByRole('button', { name: words.menu('Every prompt') }).click()
  await tab.getByRole('menuitem', { name: words.manage }).click()
  await tab.getByRole('button', { name: words.renameNamed('Every prompt') }).click()
  const renaming = tab.getByRole('dialog', { name: `Rename ${words.theView}` })
  await renaming.getByLabel(words.name).fill('All prompts')
  await renaming.getByRole('button', { name: words.rename }).click()
  await expectPresentable(tab, 'saved views', looks.each)
  await tab.getByRole('button', { name: words.deleteNamed('All prompts') }).click()
  await tab.getByText(words.none).waitFor()
})

pageTest('figures are over chosen prompts and days, and their chart can be downloaded', async (scene) => {
  await addScanned(scene)
  const tab = await (await scene.visit()).open('/geo')
  const branded = tab.getByRole('combobox', { name: overviewStrings.promptFilter.branded })
  await branded.selectOption('only')
  await tab.getByText(overviewStrings.promptFilter.none).waitFor()
  await tab.waitForURL(/branded=only/)
  await branded.selectOption('')
  await tab.getByRole('combobox', { name: overviewStrings.overviewPage.range }).selectOption('custom')
  await tab.getByLabel(overviewStrings.overviewPage.from).fill('2026-02-20')
  await tab.waitForURL(/range=custom/)
  await tab.waitForURL(/from=2026-02-20/)
  const saved = tab.waitForEvent('download')
  await tab.getByRole('button', { name: 'Download chart as PNG' }).click()
  const picture = await readFile(await (await saved).path())
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  await expectPresentable(tab, 'figures of custom dates')
})
