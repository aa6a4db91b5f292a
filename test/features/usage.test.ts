import { beforeEach, describe, expect, test } from 'bun:test'
import { atomically } from '../../src/db/client.ts'
import { featureOf } from '../../src/features/usage/model.ts'
import { confirm, readUsage, release, reserve, setLimits } from '../../src/features/usage/service.ts'
import { type Team, testApp } from '../support/app.ts'
import type { TestContext } from '../support/context.ts'

const minute = 60_000
let ctx: TestContext
let team: Team
beforeEach(async () => {
  const app = await testApp()
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
  atomically(ctx.db, confirm(ctx, executionId, { posts: 1, cents }))
const used = async () => (await readUsage(ctx, team.id)).features[0]?.used

test('a self-hosted organization is unlimited, and what it uses is counted', async () => {
  for (let n = 0; n < 50; n++) {
    expect(await ask(`run-${n}`)).toEqual({ mode: 'plan_quota' })
    await finish(`run-${n}`)
  }
  expect(await used()).toBe(50)
})

describe('a monthly quota', () => {
  beforeEach(() => setLimits(ctx, team.id, { longFormPosts: 2 }))

  test('is drawn by runs and refuses the one past it with a sentence', async () => {
    await ask('a')
    await finish('a')
    await ask('b')
    expect(await ask('c')).toEqual({
      reason: 'quota_exhausted',
      denied: 'All long-form posts of this month are used; raise the limit or add AI credits.',
    })
  })

  test('is exact when many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(`run-${n}`)))
    expect(answers.filter((answer) => 'mode' in answer)).toHaveLength(2)
  })

  test('holds nothing twice for one run', async () => {
    for (let n = 0; n < 5; n++) expect(await ask('a')).toEqual({ mode: 'plan_quota' })
    expect(await ask('b')).toEqual({ mode: 'plan_quota' })
  })

  test('comes back when a run is released', async () => {
    await ask('a')
    await ask('b')
    await atomically(ctx.db, [release(ctx, 'a')])
    expect(await ask('c')).toEqual({ mode: 'plan_quota' })
    expect(await used()).toBe(0)
  })

  test('comes back when a crash left its hold behind', async () => {
    await ask('a')
    await ask('b')
    ctx.clock.advance(60 * minute)
    expect(await ask('c')).toEqual({ mode: 'plan_quota' })
  })

  test('begins anew with the month', async () => {
    await ask('a')
    await finish('a')
    await ask('b')
    await finish('b')
    expect(await ask('c')).toHaveProperty('denied')
    ctx.clock.advance(31 * 24 * 60 * minute)
    expect(await ask('d')).toEqual({ mode: 'plan_quota' })
  })
})

describe('AI credits', () => {
  test('are drawn when the quota is used up, by what the run really cost', async () => {
    await setLimits(ctx, team.id, { longFormPosts: 0, creditCents: 10 })
    expect(await ask('a')).toEqual({ mode: 'ai_credits' })
    await finish('a', 7)
    expect((await readUsage(ctx, team.id)).creditCents).toBe(3)
    expect(await used()).toBe(0)
  })

  test('cost at least one cent and never go below nothing', async () => {
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
    expect(await ask('a')).toEqual({ reason: 'insufficient_ai_credits', denied: 'AI credit limit reached' })
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
