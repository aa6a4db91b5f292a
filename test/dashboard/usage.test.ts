import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import * as usageStrings from '../../src/dashboard/organization/usage/strings.ts'
import { setLimits } from '../../src/features/usage/limits.ts'
import { pageTest } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'
import { addUse } from './support/usage.ts'

const rowOf = (tab: Page, text: string) =>
  tab
    .getByRole('list', { name: usageStrings.features.usedThisMonth })
    .getByRole('listitem')
    .filter({ hasText: text })

pageTest('a small limit is drawn with one tick for each unit', async ({ herald, team, visit }) => {
  await setLimits(herald.ctx, team.id, { longFormPosts: 72, socialPosts: 73, imageGenerations: 0 })
  await addUse(herald.ctx, team.id, 'long_form_posts', { written: 7, running: 2 })
  await addUse(herald.ctx, team.id, 'social_posts', { written: 1 })
  const tab = await (await visit()).open('/usage')
  const posts = rowOf(tab, 'Long-form posts')
  const tally = posts.getByRole('img', { name: '72 long-form posts: 7 used, 2 in progress, 63 left' })
  await tally.waitFor()
  await expectSoon(() => tally.getAttribute('width'), String(72 * 3))
  await expectSoon(() => posts.locator('.act').textContent(), '7 of 72')

  const social = rowOf(tab, 'Social posts')
  expect(await social.getByRole('img').count()).toBe(0)
  await expectSoon(() => social.getByText('1 used, 72 left.').count(), 1)
  await expectSoon(() => social.locator('.act').textContent(), '1 of 73')
  await expectSoon(() => rowOf(tab, 'Image generations').getByText('0 used, not included.').count(), 1)
})

pageTest('an unlimited item says so', async ({ herald, team, visit }) => {
  await addUse(herald.ctx, team.id, 'long_form_posts', { written: 3, running: 1 })
  const tab = await (await visit('member')).open('/usage')
  const posts = rowOf(tab, 'Long-form posts')
  await posts.getByText('3 used, 1 in progress, no limit.').waitFor()
  await expectSoon(() => posts.locator('.act').textContent(), '')
  await tab.getByText('Unlimited', { exact: true }).waitFor()
  await tab.getByText('$0.09 this month').waitFor()
})

pageTest('credits are shown in dollars, and as used up', async ({ herald, team, visit }) => {
  await setLimits(herald.ctx, team.id, { longFormPosts: 1, creditCents: 1240 })
  await addUse(herald.ctx, team.id, 'long_form_posts', { written: 2 })
  const tab = await (await visit()).open('/usage')
  await tab.getByText('$12.37 left. Credits pay for requests over a limit.').waitFor()
  await rowOf(tab, 'Long-form posts').getByRole('img', { name: '1 long-form posts: 1 used' }).waitFor()
  await setLimits(herald.ctx, team.id, { creditCents: 0 })
  await tab.reload()
  await tab.getByText(usageStrings.credits.noneLeft).waitFor()
})

pageTest('the page shows the month and when the next one begins', async ({ herald, team, visit }) => {
  await addUse(herald.ctx, team.id, 'social_posts', { written: 1 })
  const tab = await (await visit()).open('/usage')
  await tab.getByText('March 2026. Counted again from 1 April.').waitFor()
})
