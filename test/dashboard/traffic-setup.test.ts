import { expect } from 'bun:test'
import type { Page, Request } from 'playwright-core'
import * as trafficSetupStrings from '../../src/dashboard/visibility/traffic-setup/strings.ts'
import { dayNumber } from '../../src/features/geo/traffic/classes.ts'
import { trafficReceived } from '../../src/features/geo/traffic/table.ts'
import { gptBot, newToken } from '../support/traffic.ts'
import { expectPresentable } from './support/looks.ts'
import { addTrackedProject } from './support/projects.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

async function openSetup(scene: Scene) {
  const { url } = scene.herald
  const project = await addTrackedProject(scene)
  const visitor = await scene.visit()
  const tab = await visitor.open('/geo/settings')
  const ingestUrl = `${url}/api/geo/ingest`
  const report = async (token: string, visit: object = {}) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = { method: 'GET', url: 'https://acme.com/docs', userAgent: gptBot, ...visit }
    return (await fetch(ingestUrl, { method: 'POST', headers, body: JSON.stringify(body) })).status
  }
  return {
    ...visitor,
    tab,
    project,
    ingestUrl,
    report,
    setup: tab.getByRole('region', { name: 'AI traffic' }),
  }
}

const clipboard = (tab: Page) => tab.evaluate(() => navigator.clipboard.readText())

pageTest('a tracking token is shown once, and the code contains it and the ingest URL', async (scene) => {
  const { tab, setup, ingestUrl, project, report } = await openSetup(scene)
  const code = setup.getByRole('region', { name: 'Code for' })
  await code.getByText('Next.js: save as proxy.ts').waitFor()
  expect(await code.textContent()).toContain(`'${ingestUrl}'`)
  expect(await code.textContent()).toContain('YOUR_TRACKING_TOKEN')
  await expectPresentable(tab, 'traffic setup new')

  await setup.getByRole('button', { name: trafficSetupStrings.token.create }).click()
  const token = (await setup.locator('.once code').textContent()) ?? ''
  expect(token).toContain(`.${project.id}.`)
  expect(await report(token)).toBe(202)
  await setup.getByRole('button', { name: 'Copy the token' }).click()
  await expectSoon(() => clipboard(tab), token)

  await setup.getByLabel('Framework').selectOption('Express')
  await code.getByText('Express: save as herald.mjs').waitFor()
  const shown = (await code.textContent()) ?? ''
  expect(shown).toContain(`'${token}'`)
  expect(shown).toContain(`'${ingestUrl}'`)
  await setup.getByRole('button', { name: 'Copy code' }).click()
  await expectSoon(() => clipboard(tab), shown)
  await setup.getByRole('button', { name: trafficSetupStrings.code.copyTask }).click()
  await expectSoon(() => clipboard(tab), expect.stringContaining(shown))

  await tab.reload()
  await code.waitFor()
  expect(await tab.content()).not.toContain(token)
})

pageTest(
  'the page waits for the first visit while it is visible, and says why visits drop',
  async (scene) => {
    const { herald, team } = scene
    const { tab, setup, report, project } = await openSetup(scene)
    const token = await newToken(team)
    await setup.getByText(trafficSetupStrings.received.waiting).waitFor()
    let polls = 0
    const isPoll = (request: Request) => request.url().endsWith('/v1/geo/ingest/setup')
    tab.on('request', (request) => isPoll(request) && polls++)
    const look = (state: 'hidden' | 'visible') =>
      tab.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true })
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      }, state)
    /** Runs the page's clock until something is as expected. */
    const inTime = (read: () => Promise<unknown>, expected: unknown) =>
      expectSoon(async () => {
        await tab.clock.runFor(1000)
        return read()
      }, expected)

    await look('hidden')
    const before = polls
    await tab.clock.runFor(30_000)
    expect(polls).toBe(before)
    await look('visible')

    const browser =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
    expect(await report(token, { userAgent: browser })).toBe(202)
    await inTime(() => setup.getByText(trafficSetupStrings.received.human(1)).count(), 1)
    await setup.getByText(trafficSetupStrings.received.noneStored).waitFor()
    await report(token, { url: 'https://acme-shop.com/' })
    const at = herald.ctx.now()
    const limited = { outcome: 'rateLimited', visits: 12, lastAt: at.getTime(), day: dayNumber(at) } as const
    const row = { organizationId: team.id, projectId: project.id, ...limited }
    await herald.ctx.db.insert(trafficReceived).values(row)
    await inTime(() => setup.getByText(trafficSetupStrings.received.foreignHost(1)).count(), 1)
    await setup.getByText(trafficSetupStrings.received.rateLimited(12)).waitFor()

    await report(token)
    await inTime(() => setup.getByText(trafficSetupStrings.received.stored(1)).count(), 1)
  },
)

pageTest('rotating tokens says what stops working, and replaces them', async (scene) => {
  const { tab, setup, report } = await openSetup(scene)
  const old = await newToken(scene.team)
  await setup.getByRole('button', { name: trafficSetupStrings.rotation.rotate }).click()
  const dialog = tab.getByRole('dialog', { name: trafficSetupStrings.rotation.title })
  await dialog.getByText(/^All tracking tokens of .* stop working immediately, in every project\.$/).waitFor()
  await expectPresentable(tab, 'traffic setup rotate')
  expect(await report(old)).toBe(202)
  await dialog.getByRole('button', { name: trafficSetupStrings.rotation.rotate }).click()
  const token = (await setup.locator('.once code').textContent()) ?? ''
  expect(await report(old)).toBe(401)
  expect(await report(token)).toBe(202)
})
