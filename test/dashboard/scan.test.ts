import { expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import * as scansStrings from '../../src/dashboard/visibility/scans/strings.ts'
import { type EngineFailures, scans } from '../../src/features/geo/scans/table.ts'
import { answerWith, hold } from './support/answers.ts'
import { refusal } from './support/faults.ts'
import { expectPresentable } from './support/looks.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'
import { addScanned } from './support/visibility.ts'

// What a scan will ask and cost, how far it is, and what is missing of it.

const estimate = {
  ...{ checks: 36, searches: 24, tokens: { input: 240_000, output: 28_000 }, cents: 84.2, basis: 'catalog' },
  ...{ prompts: 12, conversations: 1, engines: ['acme/alpha', 'acme/beta'], languages: ['en', 'de'] },
  skipped: [{ engine: 'acme/gamma', language: null, reason: 'It is not set up: GAMMA_KEY is not set.' }],
  nothingToAsk: null,
}
const estimateRoute = '/v1/projects/:id/geo/scans/estimate'
const scansRoute = '/v1/projects/:id/geo/scans'

pageTest(
  'the shortcut r shows the questions, costs and omissions of a scan before it starts',
  async (scene) => {
    await addScanned(scene)
    const { context, open } = await scene.visit()
    await answerWith(context, estimateRoute, 200, estimate)
    const tab = await open('/geo')
    await tab.getByText('By engine').waitFor()
    await tab.keyboard.press('r')
    const dialog = tab.getByRole('dialog', { name: 'Run a scan' })
    await dialog.getByText('12 and 1 conversation').waitFor()
    await expectSoon(() => dialog.getByText('alpha, beta', { exact: true }).count(), 1)
    await expectSoon(() => dialog.getByText('English, German').count(), 1)
    await expectSoon(() => dialog.getByText('36, with about 24 web searches').count(), 1)
    await expectSoon(() => dialog.getByText('2 days ago').count(), 1)
    await expectSoon(() => dialog.getByText('About $0.84, from list prices').count(), 1)
    await expectSoon(() => dialog.getByText('gamma. It is not set up: GAMMA_KEY is not set.').count(), 1)
    await expectPresentable(tab, 'preflight')
  },
)

pageTest('a refused scan shows why in its dialog', async (scene) => {
  await addScanned(scene)
  const { context, faults, open } = await scene.visit()
  await answerWith(context, estimateRoute, 200, estimate)
  const tab = await open('/geo?scan')
  const dialog = tab.getByRole('dialog', { name: 'Run a scan' })
  await dialog.getByText('About $0.84').waitFor()
  await answerWith(context, scansRoute, 402, { error: 'All AI answers of this month are used.' })
  faults.expect(refusal(402, scansRoute))
  await dialog.getByRole('button', { name: 'Run scan' }).click()
  await dialog.getByRole('alert').getByText('All AI answers of this month are used.').waitFor()
})

pageTest('a started scan closes its dialog for good, also when the scan has ended', async (scene) => {
  const project = await addScanned(scene)
  const { ctx } = scene.herald
  const { context, open } = await scene.visit()
  await answerWith(context, estimateRoute, 200, estimate)
  await answerWith(context, `POST ${scansRoute}`, 202, { scanId: 'begun', statusUrl: '/v1' })
  const tab = await open('/geo?scan')
  const dialog = tab.getByRole('dialog', { name: 'Run a scan' })
  await dialog.getByText('About $0.84').waitFor()
  const id = await addScan(scene, project.id, {})
  // The running scan is known before all that the start made stale has been read again.
  const release = await hold(context, estimateRoute)
  await dialog.getByRole('button', { name: 'Run scan' }).click()
  await tab.getByText('40 of 96 answers, 2 failed').waitFor()
  await release()
  await endScan(ctx, id)
  await tab.clock.runFor(2500)
  await tab.getByText('40 of 96 answers, 2 failed').waitFor({ state: 'detached' })
  expect(await dialog.count()).toBe(0)
  expect(new URL(tab.url()).search).toBe('')
})

pageTest('a scan that ran elsewhere closes an open dialog', async (scene) => {
  const project = await addScanned(scene)
  const { context, open } = await scene.visit()
  await answerWith(context, estimateRoute, 200, estimate)
  const tab = await open('/geo?scan')
  const dialog = tab.getByRole('dialog', { name: 'Run a scan' })
  await dialog.getByText('About $0.84').waitFor()
  const finishedAt = scene.herald.ctx.now()
  await addScan(scene, project.id, { status: 'completed', saved: 96, failed: 0, failures: [], finishedAt })
  await tab.clock.runFor(61_000)
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(tab.url()).search).toBe('')
})

pageTest(
  'the address of the dialog opens nothing while a scan runs, nor when it has ended',
  async (scene) => {
    const project = await addScanned(scene)
    const id = await addScan(scene, project.id, {})
    const { open } = await scene.visit()
    const tab = await open('/geo?scan')
    await tab.getByText('40 of 96 answers, 2 failed').waitFor()
    await expectSoon(() => new URL(tab.url()).search, '')
    await endScan(scene.herald.ctx, id)
    await tab.clock.runFor(2500)
    await tab.getByText('40 of 96 answers, 2 failed').waitFor({ state: 'detached' })
    expect(await tab.getByRole('dialog').count()).toBe(0)
  },
)

pageTest('a scan over its limit says when the next one is possible, and counts down to it', async (scene) => {
  await addScanned(scene)
  const { context, faults, open } = await scene.visit()
  await answerWith(context, estimateRoute, 200, estimate)
  const tab = await open('/geo?scan')
  const dialog = tab.getByRole('dialog', { name: 'Run a scan' })
  await dialog.getByText('About $0.84').waitFor()
  const limited = {
    error: 'Rate limit exceeded',
    limit: 4,
    remaining: 0,
    reset: scene.herald.ctx.now().getTime() + 600_000,
  }
  const route = `POST ${scansRoute}`
  const recover = await answerWith(context, route, 429, limited, { 'retry-after': '600' })
  faults.expect(refusal(429, scansRoute))
  await dialog.getByRole('button', { name: 'Run scan' }).click()
  const alert = dialog.getByRole('alert')
  await alert.getByText('Too many scans were started.').waitFor()
  const button = dialog.getByRole('button', { name: 'Try again in 10 min' })
  await expectSoon(() => button.isDisabled(), true)
  await recover()
  await tab.clock.runFor(601_000)
  await alert.waitFor({ state: 'detached' })
  await expectSoon(() => dialog.getByRole('button', { name: 'Run scan' }).isEnabled(), true)
})

pageTest('without questions no scan can be started, and the dialog says why', async (scene) => {
  await addScanned(scene)
  const { context, open } = await scene.visit()
  const nothingToAsk = 'There is nothing to ask: add a prompt, or enable one.'
  await answerWith(context, estimateRoute, 200, { ...estimate, checks: 0, prompts: 0, nothingToAsk })
  const tab = await open('/geo?scan')
  const dialog = tab.getByRole('dialog', { name: 'Run a scan' })
  await dialog.getByText(nothingToAsk).waitFor()
  await expectSoon(() => dialog.getByRole('button', { name: 'Run scan' }).isDisabled(), true)
})

type Row = typeof scans.$inferInsert

async function addScan({ herald: { ctx }, team }: Scene, projectId: string, row: Partial<Row>) {
  const now = ctx.now()
  const { id = `late-${projectId}` } = row
  await ctx.db.insert(scans).values({
    ...{ id, organizationId: team.id, projectId, status: 'running', cause: 'manual' },
    plan: {
      ...{ prompts: [], sequences: [], engines: [], searching: [], languages: ['en'], promptLanguage: 'en' },
      ...{ trackWithoutSearch: false, enforceZdr: false, nonZdrApprovedEngines: [], only: null },
      skipped: [{ engine: 'acme/gamma', language: null, reason: 'It is no longer in the engine catalog.' }],
    },
    ...{ planned: 96, saved: 40, failed: 2, startedAt: now, createdAt: now },
    ...row,
  })
  return id
}

/** Ends a scan with all of its answers. */
async function endScan({ db, now }: Scene['herald']['ctx'], id: string) {
  const ended = { saved: 96, failed: 0, failures: [], finishedAt: now() }
  await db
    .update(scans)
    .set({ status: 'completed', ...ended })
    .where(eq(scans.id, id))
}

pageTest('a running scan is followed to its end, and its answers are then counted', async (scene) => {
  const project = await addScanned(scene)
  const id = await addScan(scene, project.id, {})
  const { open } = await scene.visit()
  const tab = await open('/geo')
  await tab.getByText('40 of 96 answers, 2 failed').waitFor()
  await expectSoon(() => tab.getByText('40 received, 2 failed, 54 pending').count(), 1)
  await expectPresentable(tab, 'scan running')

  const counted = tab.waitForResponse(/visibility\/overview/)
  await endScan(scene.herald.ctx, id)
  await tab.clock.runFor(2500)
  await counted
  await tab.getByText('40 of 96 answers, 2 failed').waitFor({ state: 'detached' })
})

pageTest('failed answers of a scan are listed by engine and can be retried', async (scene) => {
  const project = await addScanned(scene)
  const failures: EngineFailures[] = [
    { engine: 'acme/beta', failed: 2, reasons: [{ reason: 'It did not answer in time.', count: 2 }] },
  ]
  const finishedAt = scene.herald.ctx.now()
  const ended = { status: 'completed', saved: 94, finishedAt, failures, retryable: true } as const
  const id = await addScan(scene, project.id, ended)
  const { context, open } = await scene.visit()
  const tab = await open('/geo')
  await tab.getByText('2 of 96 answers failed.').waitFor()
  await tab.getByText('Why', { exact: true }).click()
  await tab.getByText('acme/beta: 2 failed. It did not answer in time.').waitFor()
  await tab.getByText('acme/gamma was left out. It is no longer in the engine catalog.').waitFor()
  await expectPresentable(tab, 'scan with failures')
  const route = `${scansRoute}/${id}/retry`
  await answerWith(context, route, 202, { scanId: 'again', statusUrl: '/v1' })
  const asked = tab.waitForRequest(/\/retry$/)
  await tab.getByRole('button', { name: scansStrings.retry.retryFailedAnswers }).click()
  expect((await asked).method()).toBe('POST')
})
