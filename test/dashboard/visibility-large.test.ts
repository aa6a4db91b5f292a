import { expect } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import type { BrowserContext, Page } from 'playwright-core'
import * as competitorStrings from '../../src/dashboard/visibility/competitors/strings.ts'
import * as gapStrings from '../../src/dashboard/visibility/gaps/strings.ts'
import * as overviewStrings from '../../src/dashboard/visibility/overview/strings.ts'
import * as answersStrings from '../../src/dashboard/visibility/prompts/answers/strings.ts'
import * as promptStrings from '../../src/dashboard/visibility/prompts/strings.ts'
import { tallyScan } from '../../src/features/geo/scans/count-answers.ts'
import { scans } from '../../src/features/geo/scans/table.ts'
import { fillAnswers } from '../bench/fill-answers.ts'
import { expectPresentable, looks } from './support/looks.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

/** 20 engines are asked 207 prompts in each of 14 scans, in ten days. */
const [prompts, scanCount, engines] = [207, 14, 20]
const most = 100 * 1024
const day = 86_400_000

/**
 * Fills a project up to now. The newest scan failed for one engine; a later one failed altogether.
 */
async function fill({ herald: { ctx }, team }: Scene) {
  const [{ file } = { file: '' }] = await ctx.db.all<{ file: string }>(sql`pragma database_list`)
  const id = `large-${team.slug}`
  fillAnswers(file, team.id, id, prompts, scanCount)
  const [newest] = await ctx.db
    .select()
    .from(scans)
    .where(eq(scans.projectId, id))
    .orderBy(sql`created_at desc`)
    .limit(1)
  if (!newest) throw new Error('No scan was filled in.')
  const failures = JSON.stringify([
    {
      engine: 'provider-0/model-0',
      failed: prompts,
      reasons: [{ reason: 'Too many requests', count: prompts }],
    },
  ])
  await ctx.db.batch([
    ctx.db.run(sql`delete from geo_checks where scan_id = ${newest.id} and engine = 'provider-0/model-0'`),
    ctx.db.run(sql`delete from geo_tallies where scan_id = ${newest.id}`),
    ctx.db.run(sql`update geo_scans set saved = saved - ${prompts}, failed = ${prompts}, failures = ${failures}
      where id = ${newest.id}`),
    ctx.db.insert(scans).values({
      ...newest,
      ...{ id: `failed-${id}`, status: 'failed', saved: 0, failed: newest.planned, failedStage: 'execution' },
      ...{ errorCode: 'stale', errorMessage: 'The server stopped.' },
      createdAt: new Date(newest.createdAt.getTime() + 3_600_000),
    }),
  ])
  await ctx.db.batch((await tallyScan(ctx, newest.id)) as never)
  // The filled answers end now, which is not the time of the scene.
  const shift = ctx.clock.now.getTime() - Date.now()
  for (const [table, columns] of [
    ['geo_scans', ['created_at', 'started_at', 'finished_at']],
    ['geo_checks', ['captured_at']],
    ['geo_tallies', ['captured_at']],
  ] as const)
    for (const column of columns)
      await ctx.db.run(
        sql`update ${sql.raw(table)} set ${sql.raw(column)} = ${sql.raw(column)} + ${shift} where project_id = ${id}`,
      )
  // The latest answers have texts.
  await ctx.db.run(sql`
    insert into geo_answers (check_id, prompt, answer, queries, cited, consulted, matches, decided)
    select geo_checks.id, geo_prompts.prompt, 'Acme and Competitor 1 are good choices.', '[]', '[]', '[]', '[]', '{}'
    from geo_checks join geo_prompts on 'custom-' || geo_prompts.id = geo_checks.prompt_id
    where scan_id in (select id from geo_scans where project_id = ${id} order by created_at desc limit 3)`)
  const at = (days: number) => new Date(ctx.clock.now.getTime() - days * day).toISOString().slice(0, 10)
  return `range=custom&from=${at(4)}&to=${at(0)}`
}

/**
 * Counts the bytes of data that a visitor is sent, compressed. The tests' clock replaces the timing of the browser, so
 * that it knows no sizes. `test/dashboard/budget.test.ts` limits scripts and styles.
 */
function countBytes(context: BrowserContext) {
  const sizes: Promise<number>[] = []
  context.on('requestfinished', (request) => {
    if (/^\/(v1|api)\//.test(new URL(request.url()).pathname))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** Fails with what is longer than its box and does not wrap. */
async function expectNoCutText(page: Page) {
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter(
        (element) =>
          element.scrollWidth > element.clientWidth + 1 &&
          getComputedStyle(element).overflowX === 'hidden' &&
          element.clientWidth > 1 &&
          (element.textContent ?? '').trim() !== '',
      )
      .map((element) => element.outerHTML.slice(0, 160)),
  )
  expect(cut).toEqual([])
}

pageTest('pages of 20 engines and 207 prompts are small, fit and cut no text', async (scene) => {
  const range = await fill(scene)
  const pages = [
    {
      ...{ name: 'large prompts', path: '/geo/prompts', rows: 50 },
      table: promptStrings.promptTable.caption,
    },
    {
      ...{ name: 'large answers', path: '/geo/prompts?tab=answers', rows: 25 },
      table: answersStrings.answerTable.caption,
    },
    {
      ...{ name: 'large gaps', path: '/geo/gaps', rows: 50 },
      table: gapStrings.promptGapTable.caption,
    },
    {
      ...{ name: 'large overview', path: `/geo?${range}`, rows: engines },
      table: overviewStrings.engineTable.byEngine,
    },
    {
      ...{ name: 'large sentiment', path: `/geo?tab=sentiment&${range}`, rows: engines },
      table: overviewStrings.sentimentView.byEngine,
    },
    {
      ...{ name: 'large competitors', path: '/geo/competitors', rows: 12 },
      table: competitorStrings.competitorTable.caption,
    },
    {
      ...{ name: 'large competitor', path: '/geo/competitors/Competitor%200', rows: 50 },
      table: competitorStrings.competitorPage.answersThatName('Competitor 0'),
    },
  ]
  const sizes: [string, number][] = []
  for (const { name, path, table, rows } of pages) {
    const { context, open } = await scene.visit()
    const bytes = countBytes(context)
    const tab = await open(path)
    await expectSoon(() => tab.getByRole('table', { name: table }).locator('tbody tr').count(), rows)
    await tab.waitForLoadState('networkidle')
    sizes.push([name, await bytes()])
    await expectNoCutText(tab)
    await expectPresentable(tab, name, looks.each)
  }

  // Rates without a confirmed change are in pages.
  const { context, open } = await scene.visit()
  const bytes = countBytes(context)
  const tab = await open(`/geo?tab=changes&${range}`)
  await tab.getByText(/ rates without a confirmed change$/).click()
  const table = tab.getByRole('table', { name: overviewStrings.changesView.notConfirmed })
  await expectSoon(() => table.locator('tbody tr').count(), 50)
  await tab.waitForLoadState('networkidle')
  sizes.push(['large changes', await bytes()])
  await expectPresentable(tab, 'large changes')
  expect(sizes.filter(([, bytes]) => bytes === 0 || bytes > most)).toEqual([])
})
