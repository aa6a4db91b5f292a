import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { prompts } from '../../src/features/geo/prompts/table.ts'
import { meanOf } from '../../src/features/geo/scans/estimate.ts'
import { geoSettings } from '../../src/features/geo/settings/table.ts'
import { testApp } from '../support/app.ts'
import { addCompetitor, addProject, addPrompt } from '../support/tracking.ts'
import { addScan, planAsking } from '../support/visibility.ts'

const base = '/v1/projects/project/geo/visibility'
const engines = ['alpha', 'beta']

/** Ten daily scans of two prompts by two engines: only `beta` names the brand. */
async function startWithScans(isLost: (day: number, engine: string, promptId: string) => boolean) {
  const app = await testApp()
  const team = await app.team('acme')
  const project = await addProject(app.ctx, team)
  for (const id of ['1', '2']) await addPrompt(app.ctx, project, id)
  const asked = ['custom-1', 'custom-2', 'custom-3']
  await addPrompt(app.ctx, project, '3', 'is acme any good')
  const plan = planAsking(asked, engines)
  plan.prompts[2] = { id: 'custom-3', prompt: 'is acme any good' }
  for (let day = 1; day <= 10; day++) {
    const at = `2026-02-${String(day + 10)}T10:00:00.000Z`
    const answers = asked.flatMap((promptId) =>
      engines
        .filter((engine) => !isLost(day, engine, promptId))
        .map((engine) => ({ engine, promptId, mentioned: engine === 'beta' || promptId === 'custom-3' })),
    )
    await addScan(app.ctx, project, at, answers, { plan })
  }
  const read = async (path: string) => (await team.call('GET', `${base}/${path}`)).body
  return { ...app, team, project, read }
}

test('an engine that fails moves no figure: its last answers count, and it is named', async () => {
  const { read } = await startWithScans((day, engine) => day > 5 && engine === 'beta')
  const { brand, engines } = await read('overview?from=2026-02-16&to=2026-02-20')
  // Over the answers that arrived, the rate would fall from 50% to 0; half of the cells is too much for a figure.
  expect(brand.basket).toMatchObject({
    ...{ rate: 0.5, cells: 4, filled: 2, new: 0, missing: ['beta'], incomplete: true },
    ...{ prompts: 2, engines: 2, scans: 5 },
  })
  expect(engines.map(({ engine, basket }: any) => [engine, basket.rate, basket.filled])).toEqual([
    ['alpha', 0, 0],
  ])
})

test('a prompt that names the brand, or is no longer tracked, is in no figure', async () => {
  const { ctx, read } = await startWithScans(() => false)
  const query = 'overview?from=2026-02-11&to=2026-02-20'
  expect((await read(query)).brand).toMatchObject({ mentionRate: 0.667, basket: { rate: 0.5, prompts: 2 } })
  await ctx.db.update(prompts).set({ enabled: false }).where(eq(prompts.id, '2'))
  expect((await read(query)).brand.basket).toMatchObject({ rate: 0.5, prompts: 1, cells: 2 })
})

test('a day is the level of the window and the change of the cells that answered', async () => {
  const { read } = await startWithScans((day, engine) => day === 3 && engine === 'beta')
  const { brand, points } = await read('timeseries?from=2026-02-11&to=2026-02-20')
  expect(brand.map(({ basket }: any) => basket.rate)).toEqual(Array(10).fill(0.5))
  expect(brand[2].basket).toMatchObject({ complete: true, interval: { low: expect.closeTo(0.0945, 4) } })
  expect(points[0]).toMatchObject({ engine: 'alpha', basket: { rate: 0 } })
})

test('the evidence of a figure is its prompts, engines, intents, scans and days, with the next step and its price', async () => {
  const { ctx, read } = await startWithScans((day, engine) => day === 10 && engine === 'beta')
  const { evidence } = await read('overview?from=2026-02-11&to=2026-02-20')
  // Cells are 0/10 and 9/9 (or 10/10): no variance, Wilson of 0.5 over 4 x 4/(0.1 + 0.1 + 1/9 + 1/9) = 37.9 answers.
  expect(evidence).toMatchObject({
    ...{ grade: 'exploratory', prompts: 2, engines: 2, intents: 1, scans: 10, days: 10 },
    ...{ half: expect.closeTo(0.1517, 4), filled: 0, answered: 0.9, uneven: 0 },
    nextStep: null,
  })
  // Without a known engine a prompt costs nothing. In 365 days, six prompts more count after ten further scans.
  const year = await read('overview?days=365')
  expect(year.evidence.nextStep).toEqual({
    ...{ grade: 'directional', prompts: 6, engines: [], scans: 10, cents: 0 },
  })
  await ctx.db.delete(prompts)
  expect((await read('overview?days=365')).evidence).toBeNull()
})

test('the next step has the list price of tracked engines that cannot be asked now', async () => {
  const { ctx, read } = await startWithScans(() => false)
  const [engine] = ctx.engines.list
  if (!engine) throw new Error('The catalog is empty.')
  await ctx.db.update(geoSettings).set({ engines: ['alpha', 'beta', engine.id] })
  const { nextStep } = (await read('overview?days=365')).evidence
  const perAnswer = meanOf(engine, engine.search.supported).cents
  expect(perAnswer).toBeGreaterThan(0)
  // In two languages.
  expect(nextStep.cents).toBeCloseTo(2 * nextStep.prompts * perAnswer, 1)
})

test('scans that disagree are uneven', async () => {
  const { read, ctx, project } = await startWithScans(() => false)
  const asked = ['custom-1', 'custom-2']
  for (const [day, mentioned] of [
    ['2026-02-21', true],
    ['2026-02-22', false],
  ] as const)
    await addScan(
      ctx,
      project,
      `${day}T10:00:00.000Z`,
      asked.flatMap((promptId) => engines.map((engine) => ({ engine, promptId, mentioned }))),
      { plan: planAsking(asked, engines) },
    )
  expect((await read('overview?from=2026-02-21&to=2026-02-22')).evidence).toMatchObject({
    uneven: 1,
    scans: 2,
  })
})

test('a filter counts only the answers to its prompts, in every figure', async () => {
  const { ctx, project, read } = await startWithScans(() => false)
  await ctx.db
    .update(prompts)
    .set({ tags: ['blue'] })
    .where(eq(prompts.id, '2'))
  await addCompetitor(ctx, project, 'one', 'One')
  const query = (filter: string) => `from=2026-02-11&to=2026-02-20${filter}`
  const figures = async (filter: string) => {
    const { brand, evidence } = await read(`overview?${query(filter)}`)
    return [brand.n, brand.mentionRate, brand.basket.prompts, brand.basket.rate, evidence?.prompts]
  }
  expect(await figures('')).toEqual([60, 0.667, 2, 0.5, 2])
  expect(await figures('&tag=blue')).toEqual([20, 0.5, 1, 0.5, 1])
  expect(await figures('&intent=question')).toEqual([40, 0.5, 2, 0.5, 2])
  expect(await figures('&branded=only')).toEqual([20, 1, 1, 1, 1])
  expect(await figures('&branded=all')).toEqual([60, 0.667, 3, expect.closeTo(2 / 3, 6), 3])
  const { brand } = await read(`timeseries?${query('&branded=only')}`)
  expect(brand.map(({ checks, basket }: any) => [checks, basket.rate])).toEqual(Array(10).fill([2, 1]))
  expect((await read(`competitor-share?${query('&tag=blue')}`)).own.mentions).toBe(10)
  expect((await read(`overview?${query('&tag=none')}`)).brand).toMatchObject({ n: 0, basket: null })
})

test('an answer that only repeats the question is an echo: mentioned by the contract, not named in a figure', async () => {
  const { ctx, ...app } = await testApp()
  const team = await app.team('acme')
  const project = await addProject(ctx, team)
  const prompt = 'acme vs rivet'
  await addPrompt(ctx, project, '1', prompt)
  const plan = { ...planAsking(['custom-1'], engines), prompts: [{ id: 'custom-1', prompt }] }
  const match = { subject: 'own', term: 'Acme', start: 2, end: 6, isSure: true }
  const shared = { promptId: 'custom-1', prompt, mentioned: true }
  for (let day = 1; day <= 10; day++)
    await addScan(
      ctx,
      project,
      `2026-02-${String(day + 10)}T10:00:00.000Z`,
      [
        { ...shared, engine: 'alpha', answer: '# Acme vs Rivet\n\nTake Canny.', matches: [match] },
        { ...shared, engine: 'beta', answer: '# Acme is cheaper than Rivet.', matches: [match] },
      ],
      { plan },
    )
  const read = async (path: string) => (await team.call('GET', `${base}/${path}`)).body
  const window = 'from=2026-02-11&to=2026-02-20'
  const { brand, engines: rates } = await read(`overview?${window}&branded=only`)
  expect(brand).toMatchObject({ mentions: 20, mentionRate: 1, basket: { rate: 0.5, echoes: 10 } })
  expect(rates.map(({ engine, mentionRate, basket }: any) => [engine, mentionRate, basket.rate])).toEqual([
    ['alpha', 1, 0],
    ['beta', 1, 1],
  ])
  const { brand: days } = await read(`timeseries?${window}&branded=only`)
  expect(days.map(({ basket }: any) => basket.rate)).toEqual(Array(10).fill(0.5))
  expect((await read(`competitor-share?${window}&branded=only`)).own.mentions).toBe(10)

  const { results } = await read(`prompt-results?${window}`)
  const echoes = results.map(({ engine, mentioned, echo }: any) => [engine, mentioned, echo]).sort()
  expect(echoes).toEqual([
    ['alpha', true, true],
    ['beta', true, false],
  ])
  const history = await team.call('GET', '/v1/projects/project/geo/prompts/1/history')
  expect(
    history.body.checks
      .slice(0, 2)
      .map(({ engine, echo }: any) => [engine, echo])
      .sort(),
  ).toEqual([
    ['alpha', true],
    ['beta', false],
  ])

  // A user says that the prompt does not name the brand: it counts, and echoes say nothing about the brand as before.
  const choose = (namesBrand: string) =>
    team.call('PATCH', '/v1/projects/project/geo/prompts/1', { namesBrand })
  const counted = async () => (await read(`overview?${window}`)).brand.basket.prompts
  expect(await counted()).toBe(0)
  expect((await choose('no')).body.prompt.namesBrand).toBe('no')
  expect(await counted()).toBe(1)
  const labels = async () =>
    (await read(`prompt-results?${window}`)).results.map(({ engine, echo }: any) => [engine, echo]).sort()
  const expected = [
    ['alpha', true],
    ['beta', false],
  ]
  const recent = 'from=2026-02-16&to=2026-02-20'
  const { brand: all, engines: each } = await read(`overview?${recent}`)
  expect(await labels()).toEqual(expected)
  expect([all.basket.rate, all.basket.echoes, all.comparison.to]).toEqual([0.5, 5, 0.5])
  expect(each.map(({ engine, basket, comparison }: any) => [engine, basket.rate, comparison.to])).toEqual([
    ['alpha', 0, 0],
    ['beta', 1, 1],
  ])
  await choose('yes')
  expect([await counted(), await labels()]).toEqual([0, expected])
  await choose('auto')
  expect(await counted()).toBe(0)
})

test('a prompt without the name of the brand counts as branded if a user says so', async () => {
  const { ctx, read, team } = await startWithScans(() => false)
  const isBranded = async () =>
    (await team.call('GET', '/v1/projects/project/geo/gaps')).body.promptGaps.find(
      ({ id }: any) => id === '2',
    ).branded
  const counted = async () => (await read('overview?from=2026-02-11&to=2026-02-20')).brand.basket.prompts
  expect([await counted(), await isBranded()]).toEqual([2, false])
  await ctx.db.update(prompts).set({ branded: true }).where(eq(prompts.id, '2'))
  expect([await counted(), await isBranded()]).toEqual([1, true])
})

test('the evidence has an interval for other prompts from 12 prompts on', async () => {
  const app = await testApp()
  const team = await app.team('acme')
  const project = await addProject(app.ctx, team)
  const asked = Array.from({ length: 12 }, (_, prompt) => `custom-${prompt}`)
  for (const id of asked) await addPrompt(app.ctx, project, id.replace('custom-', ''))
  const answers = asked.flatMap((promptId, prompt) =>
    engines.map((engine, place) => ({ engine, promptId, mentioned: place === 0 && prompt < 6 })),
  )
  const plan = planAsking(asked, engines)
  await addScan(app.ctx, project, '2026-02-11T10:00:00.000Z', answers, { plan })
  const read = async () =>
    (await team.call('GET', `${base}/overview?from=2026-02-11&to=2026-02-11`)).body.evidence
  // Rates of 1/2 and 0, six each: mean 1/4, variance 3/44, size 3/16 / (3/44) x 12 = 33, t(.975, 11) = 2.200985.
  expect(await read()).toMatchObject({
    otherPrompts: { low: expect.closeTo(0.1238, 4), high: expect.closeTo(0.4402, 4) },
    general: false,
  })
  await app.ctx.db.delete(prompts).where(eq(prompts.id, '11'))
  expect((await read()).otherPrompts).toBeNull()
})
