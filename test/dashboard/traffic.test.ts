import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { shiftBack, windowOf } from '../../src/dashboard/data/window/window.ts'
import * as chartsStrings from '../../src/dashboard/kit/charts/strings.ts'
import { groupPages } from '../../src/dashboard/visibility/traffic/group-pages.ts'
import * as trafficStrings from '../../src/dashboard/visibility/traffic/strings.ts'
import * as trafficSetupStrings from '../../src/dashboard/visibility/traffic-setup/strings.ts'
import { addBareProject } from './support/projects.ts'
import { pageTest } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'
import { addTraffic, sendVisits } from './support/traffic.ts'

test('the window before has as many days and ends the day before', () => {
  const { days } = windowOf('7', new Date('2026-03-04T12:00:00Z'))
  expect([days.length, days[0]]).toEqual([8, '2026-02-25'])
  expect(shiftBack(days)).toEqual({ from: '2026-02-17', to: '2026-02-24' })
})

test('the visits of a page are the sum of its sources, and pages of another host are others', () => {
  const row = { path: '/docs', visitorType: 'crawler' as const, previousVisits: 1 }
  const at = (hour: number) => `2026-03-04T0${hour}:00:00.000Z`
  expect(
    groupPages([
      { ...row, host: 'acme.com', source: 'gptbot', visits: 3, failed: 1, lastSeenAt: at(1) },
      { ...row, host: 'docs.acme.com', source: 'gptbot', visits: 4, failed: 0, lastSeenAt: at(2) },
      { ...row, host: 'acme.com', source: 'claudebot', visits: 2, failed: 0, lastSeenAt: at(3) },
    ]),
  ).toEqual([
    {
      host: 'acme.com',
      path: '/docs',
      visits: 5,
      previousVisits: 2,
      failed: 1,
      lastSeenAt: at(3),
      sources: ['gptbot', 'claudebot'],
    },
    {
      host: 'docs.acme.com',
      path: '/docs',
      visits: 4,
      previousVisits: 1,
      failed: 0,
      lastSeenAt: at(2),
      sources: ['gptbot'],
    },
  ])
})

pageTest('figures are compared with the previous window, and pages are listed by domain', async (scene) => {
  const { visit } = await addTraffic(scene)
  await visit('/docs', {}, 20)
  const tab = await (await scene.visit()).open('/geo/traffic?range=today')
  const figure = (name: string) =>
    tab
      .getByRole('region', { name: 'Visits' })
      .locator('.fact', { has: tab.getByText(name, { exact: true }) })
  await figure('Crawlers and assistants').getByText('6', { exact: true }).waitFor()
  await figure('Crawlers and assistants').getByText('Previous day: 1').waitFor()
  await figure('Of which assistants').getByText('2', { exact: true }).waitFor()
  await figure('Conversions').getByText('1', { exact: true }).waitFor()

  const pages = tab.getByRole('region', { name: 'Top pages' })
  await pages
    .getByRole('row', { name: /^\/docs acme\.com GPTBot, PerplexityBot and ChatGPT-User 3 1/ })
    .waitFor()
  await pages.getByLabel('Domain').selectOption('docs.acme.com')
  await pages.getByRole('link', { name: '/docs', exact: true }).waitFor({ state: 'detached' })
  await pages.getByRole('link', { name: '/start', exact: true }).waitFor()
  expect(new URL(tab.url()).search).toBe('?range=today&host=docs.acme.com')
})

pageTest('without visits the page shows the setup, until the first visit arrives', async (scene) => {
  const { id } = await addBareProject(scene)
  const tab = await (await scene.visit()).open('/geo/traffic')
  await tab.getByText(trafficStrings.empty.title).waitFor()
  await tab
    .getByText(`herald traffic import access.log --org ${scene.team.slug} --project ${id} --host acme.com`)
    .waitFor()
  const setup = tab.getByRole('region', { name: trafficStrings.empty.setUp })
  await setup.getByRole('button', { name: trafficSetupStrings.token.create }).waitFor()
  await sendVisits(scene, id, [['/docs', {}]])
  await tab.clock.fastForward(6000)
  await tab.getByRole('region', { name: 'Sources' }).getByText('GPTBot').waitFor()
})

pageTest('the chart shows the visits of a day, and all days as a table', async (scene) => {
  await addTraffic(scene)
  const tab = await (await scene.visit()).open('/geo/traffic?range=7')
  const chart = tab.getByRole('figure')
  await chart.getByText('Crawlers and assistants 6').waitFor()
  await chart.getByText('Referrals 1').waitFor()
  await chart.getByRole('group').press('ArrowLeft')
  await chart.getByText('Crawlers and assistants 0').waitFor()
  await chart.getByRole('button', { name: chartsStrings.chartFrame.showAsTable }).click()
  await chart.getByRole('row', { name: /6 1$/ }).waitFor()
  expect(await chart.getByRole('row').count()).toBe(9)
})

pageTest('a range without visits offers a longer one', async (scene) => {
  await addTraffic(scene)
  const tab = await (await scene.visit()).open('/geo/traffic?range=yesterday')
  await tab.getByText(trafficStrings.empty.noneInRange).waitFor()
  await tab.getByRole('button', { name: trafficStrings.empty.show90Days }).click()
  await tab.getByRole('region', { name: 'Sources' }).getByText('GPTBot').waitFor()
})

pageTest('failed requests are listed separately', async (scene) => {
  await addTraffic(scene)
  const tab = await (await scene.visit()).open('/geo/traffic')
  const failed = tab.getByRole('region', { name: trafficStrings.failed.title })
  await failed.getByRole('row', { name: /^\/old-guide acme\.com GPTBot 1 1/ }).waitFor()
  expect(await failed.getByRole('row').count()).toBe(2)
})

pageTest('the live log shows new visits, unless it is paused or the tab is hidden', async (scene) => {
  const { visit } = await addTraffic(scene)
  const tab = await (await scene.visit()).open('/geo/traffic')
  const log = tab.getByRole('region', { name: 'Live log' })
  await log.getByRole('link', { name: '/pricing', exact: true }).waitFor()
  const reads: string[] = []
  tab.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/traffic/log')) reads.push(request.url())
  })
  const shows = async (path: string) => {
    await tab.clock.fastForward(6000)
    await log.getByRole('link', { name: path, exact: true }).waitFor()
  }
  await visit('/live', {})
  await shows('/live')

  await log.getByRole('button', { name: 'Pause' }).click()
  reads.length = 0
  await visit('/while-paused', {})
  await tab.clock.fastForward(20_000)
  expect(reads).toEqual([])
  await log.getByRole('button', { name: 'Resume' }).click()
  await shows('/while-paused')

  await setVisibility(tab, 'hidden')
  reads.length = 0
  await visit('/while-hidden', {})
  await tab.clock.fastForward(20_000)
  expect(reads).toEqual([])
  await setVisibility(tab, 'visible')
  await shows('/while-hidden')
})

const setVisibility = (tab: Page, state: string) =>
  tab.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

pageTest('the log is filtered by visitor and purpose', async (scene) => {
  await addTraffic(scene)
  const tab = await (await scene.visit()).open('/geo/traffic')
  const log = tab.getByRole('region', { name: 'Live log' })
  const paths = async () => (await log.getByRole('link').allTextContents()).sort()
  await log.getByLabel('Purpose').selectOption('Assistant')
  await expectSoon(paths, ['/docs', '/pricing'])
  await log.getByLabel('Visitor').selectOption('Referrals')
  await expectSoon(paths, ['/sign-up'])
  expect(await log.getByLabel('Purpose').count()).toBe(0)
})

pageTest('a journey expands to its visits', async (scene) => {
  await addTraffic(scene)
  const tab = await (await scene.visit()).open('/geo/traffic')
  const journeys = tab.getByRole('region', { name: 'Journeys' })
  const row = journeys.getByRole('row', { name: /\/pricing, \/docs ChatGPT-User 2 2 0 s/ })
  await row.getByRole('button').click()
  await expectSoon(
    () => journeys.getByRole('listitem').getByRole('link').allTextContents(),
    ['/pricing', '/docs'],
  )
})
