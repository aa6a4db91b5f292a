import { beforeEach, describe, expect, test } from 'bun:test'
import { atomically } from '../../src/db/client.ts'
import { createFeedbackToken, createKey } from '../../src/features/keys/service.ts'
import { mayForbidRetention, setLimits } from '../../src/features/usage/limits.ts'
import { featureOf } from '../../src/features/usage/model.ts'
import { readUsage } from '../../src/features/usage/read-usage.ts'
import { reserve } from '../../src/features/usage/reserve.ts'
import { confirm, release } from '../../src/features/usage/settle.ts'
import { caller, type Team, testApp } from '../support/app.ts'
import type { TestContext } from '../support/context.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'

const minute = 60_000
let app: Awaited<ReturnType<typeof testApp>>
let ctx: TestContext
let team: Team
beforeEach(async () => {
  app = await testApp()
  ctx = app.ctx
  team = await app.team('acme')
})

const run = (executionId: string) => ({
  organizationId: team.id,
  executionId,
  feature: 'long_form_posts' as const,
})
const ask = (executionId: string) => reserve(ctx, run(executionId))
const finish = (executionId: string, cents = 3) =>
  atomically(ctx.db, confirm(ctx, executionId, { units: 1, cents }))
const used = async () => (await readUsage(ctx, team.id)).features[0]?.used

test('a self-hosted organization is unlimited, and its usage is counted', async () => {
  for (let n = 0; n < 50; n++) {
    expect(await ask(`run-${n}`)).toEqual({ mode: 'plan_quota' })
    await finish(`run-${n}`)
  }
  expect(await used()).toBe(50)
})

describe('GET /v1/usage', () => {
  const read = async () => (await team.call('GET', '/v1/usage')).body

  test('rounds the sum of fractions of cents', async () => {
    for (const [index, cents] of [0.1, 0.2, 38.14, 0.0004].entries()) {
      await ask(`run-${index}`)
      await finish(`run-${index}`, cents)
    }
    expect((await read()).usage.modelCents).toBe(38.4404)
  })

  test('has used, reserved and allowed amounts', async () => {
    await setLimits(ctx, team.id, { longFormPosts: 5, creditCents: 500 })
    await ask('a')
    await finish('a', 7)
    await ask('b')
    expect(await read()).toEqual({
      usage: {
        period: '2026-03',
        resetsAt: '2026-04-01T00:00:00.000Z',
        features: [
          { feature: 'long_form_posts', label: 'long-form posts', used: 1, held: 1, limit: 5 },
          { feature: 'social_posts', label: 'social posts', used: 0, held: 0, limit: null },
          { feature: 'image_generations', label: 'image generations', used: 0, held: 0, limit: null },
          { feature: 'ai_answers', label: 'AI answers', used: 0, held: 0, limit: null },
        ],
        modelCents: 7,
        creditCents: 500,
        credits: { used: 0, held: 0, planning: 0 },
      },
      organization: { id: team.id, slug: 'acme', name: 'Team acme', logo: null },
    })
  })

  test('no longer counts reservations of a crash or released ones', async () => {
    await ask('a')
    await ask('b')
    await atomically(ctx.db, [release(ctx, 'a')])
    expect((await read()).usage.features[0].held).toBe(1)
    ctx.clock.advance(60 * minute)
    expect((await read()).usage.features[0].held).toBe(0)
  })

  test('does not count reserved credits as posts', async () => {
    await setLimits(ctx, team.id, { longFormPosts: 0, creditCents: 10 })
    await ask('a')
    expect((await read()).usage).toMatchObject({
      features: [{ used: 0, held: 0, limit: 0 }, {}, {}, {}],
      creditCents: 10,
    })
  })

  test('resets with the year too', async () => {
    ctx.clock.now = new Date('2026-12-31T23:59:59.000Z')
    expect((await read()).usage).toMatchObject({ period: '2026-12', resetsAt: '2027-01-01T00:00:00.000Z' })
  })

  test('is open to any key, but to no feedback token and to no anonymous client', async () => {
    const { key } = await createKey(ctx, team.id, { name: 'narrow', scopes: ['skills.read'] })
    expect((await caller(app.api, key)('GET', '/v1/usage')).status).toBe(200)
    const { token } = await createFeedbackToken(ctx, team.id, null)
    expect((await caller(app.api, token)('GET', '/v1/usage')).body.code).toBe('FORBIDDEN')
    expect((await app.anonymous('GET', '/v1/usage')).body.code).toBe('MISSING_API_KEY')
  })

  test('is of one organization, and served by an index', async () => {
    await ask('a')
    await finish('a')
    const sent = recordStatements(ctx.db)
    const other = await app.team('other')
    expect((await other.call('GET', '/v1/usage')).body.usage.features[0].used).toBe(0)
    const [counting] = sent.filter(({ sql }) => /^\s*select feature/.test(sql))
    if (!counting) throw new Error('Nothing was counted.')
    expect(await planOf(ctx.db, counting)).toEqual([
      expect.stringContaining(
        'SEARCH usage_holds USING INDEX usage_holds_period (organization_id=? AND period=?)',
      ),
    ])
  })
})

describe('a monthly quota', () => {
  beforeEach(() => setLimits(ctx, team.id, { longFormPosts: 2 }))

  test('is used by runs, and the run over it is refused with a sentence', async () => {
    await ask('a')
    await finish('a')
    await ask('b')
    expect(await ask('c')).toEqual({
      reason: 'quota_exhausted',
      denied: 'All long-form posts of this month are used; raise the limit or add AI credits.',
    })
  })

  test('is exact for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(`run-${n}`)))
    expect(answers.filter((answer) => 'mode' in answer)).toHaveLength(2)
  })

  test('reserves once for one run', async () => {
    for (let n = 0; n < 5; n++) expect(await ask('a')).toEqual({ mode: 'plan_quota' })
    expect(await ask('b')).toEqual({ mode: 'plan_quota' })
  })

  test('is restored when a run is released', async () => {
    await ask('a')
    await ask('b')
    await atomically(ctx.db, [release(ctx, 'a')])
    expect(await ask('c')).toEqual({ mode: 'plan_quota' })
    expect(await used()).toBe(0)
  })

  test('is restored after a crash left its reservation', async () => {
    await ask('a')
    await ask('b')
    ctx.clock.advance(60 * minute)
    expect(await ask('c')).toEqual({ mode: 'plan_quota' })
  })

  test('resets with the month', async () => {
    await ask('a')
    await finish('a')
    await ask('b')
    await finish('b')
    expect(await ask('c')).toHaveProperty('denied')
    ctx.clock.advance(31 * 24 * 60 * minute)
    expect(await ask('d')).toEqual({ mode: 'plan_quota' })
  })
})

describe('the answers of a scan', () => {
  const scan = (executionId: string, units: number) =>
    reserve(ctx, { organizationId: team.id, executionId, feature: 'ai_answers', units })
  const answers = async () =>
    (await readUsage(ctx, team.id)).features.find((each) => each.feature === 'ai_answers')

  test('are reserved as planned, and charged as answered', async () => {
    await setLimits(ctx, team.id, { aiAnswers: 100 })
    expect(await scan('a', 60)).toEqual({ mode: 'plan_quota' })
    expect(await answers()).toMatchObject({ used: 0, held: 60, limit: 100 })
    await atomically(ctx.db, confirm(ctx, 'a', { units: 50, cents: 12 }))
    expect(await answers()).toMatchObject({ used: 50, held: 0 })
    expect(await scan('b', 50)).toEqual({ mode: 'plan_quota' })
  })

  test('are not reserved if fewer are left, which is reported, and credits are used instead', async () => {
    await setLimits(ctx, team.id, { aiAnswers: 100 })
    await scan('a', 60)
    expect(await scan('b', 41)).toEqual({
      reason: 'quota_exhausted',
      denied:
        'This takes 41 AI answers, and 40 of the 100 of this month are left; raise the limit or add AI credits.',
    })
    await setLimits(ctx, team.id, { creditCents: 5 })
    expect(await scan('b', 41)).toEqual({ mode: 'ai_credits' })
  })

  test('that a plan does not include are refused as any other feature', async () => {
    await setLimits(ctx, team.id, { aiAnswers: 0 })
    expect(await scan('a', 10)).toEqual({
      reason: 'no_entitlement',
      denied: 'The plan of this organization does not include AI answers.',
    })
  })

  test('of several concurrent scans never exceed the limit', async () => {
    await setLimits(ctx, team.id, { aiAnswers: 100 })
    const held = await Promise.all(Array.from({ length: 8 }, (_, n) => scan(`run-${n}`, 30)))
    expect(held.filter((each) => 'mode' in each)).toHaveLength(3)
  })
})

test('zero retention can be required unless the operator forbids it', async () => {
  expect(await mayForbidRetention(ctx, team.id)).toBe(true)
  await setLimits(ctx, team.id, { aiAnswers: 5 })
  expect(await mayForbidRetention(ctx, team.id)).toBe(true)
  await setLimits(ctx, team.id, { zeroDataRetention: false })
  expect(await mayForbidRetention(ctx, team.id)).toBe(false)
  await setLimits(ctx, team.id, { aiAnswers: null })
  expect(await mayForbidRetention(ctx, team.id)).toBe(false)
})

describe('AI credits', () => {
  test('are used when the quota is used up, at the real cost of the run', async () => {
    await setLimits(ctx, team.id, { longFormPosts: 0, creditCents: 10 })
    expect(await ask('a')).toEqual({ mode: 'ai_credits' })
    await finish('a', 7)
    expect((await readUsage(ctx, team.id)).creditCents).toBe(3)
    expect(await used()).toBe(0)
  })

  test('cost at least one cent and never fall below zero', async () => {
    await setLimits(ctx, team.id, { longFormPosts: 0, creditCents: 2 })
    await ask('a')
    await finish('a', 0)
    expect((await readUsage(ctx, team.id)).creditCents).toBe(1)
    await ask('b')
    await finish('b', 100)
    expect((await readUsage(ctx, team.id)).creditCents).toBe(0)
  })

  test('that are used up block the run', async () => {
    await setLimits(ctx, team.id, { longFormPosts: 0, creditCents: 0 })
    expect(await ask('a')).toEqual({
      reason: 'insufficient_ai_credits',
      denied: 'AI credit limit reached: the plan includes no long-form posts, and no AI credits are left.',
    })
  })

  test('are charged once, however often the run is confirmed', async () => {
    await setLimits(ctx, team.id, { longFormPosts: 0, creditCents: 10 })
    await ask('a')
    await finish('a', 4)
    await finish('a', 4)
    expect((await readUsage(ctx, team.id)).creditCents).toBe(6)
  })
})

test('a plan without a type says so', async () => {
  await setLimits(ctx, team.id, { longFormPosts: 0 })
  expect(await ask('a')).toEqual({
    reason: 'no_entitlement',
    denied: 'The plan of this organization does not include long-form posts.',
  })
})

test.each([
  ['changelog', 'long_form_posts'],
  ['blog_post', 'long_form_posts'],
  ['investor_update', 'long_form_posts'],
  ['linkedin_post', 'social_posts'],
  ['twitter_post', 'social_posts'],
  ['image', 'image_generations'],
] as const)('a %s counts as %s', (contentType, feature) => {
  expect(featureOf(contentType)).toBe(feature)
})
