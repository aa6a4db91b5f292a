import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKey } from '../../src/features/keys/service.ts'
import type { Row, Workshop } from './benchmark.ts'
import { fillPosts } from './fill-posts.ts'
import { grouped, perSecondAt } from './support/format.ts'
import { type Installation, install, startHerald } from './support/herald.ts'
import { createTarget, measure, saturate, type Target } from './support/load.ts'
import { takeTurns } from './support/rounds.ts'
import { type Service, startBaseline } from './support/service.ts'

const few = 1_000
const many = 100_000

/** The first page of posts with a key, for an organization with few posts and one with many. */
export async function posts(workshop: Workshop): Promise<Row[]> {
  const small = await installPosts(workshop, few)
  const large = await installPosts(workshop, many)
  const database = join(workshop.folder, 'posts-baseline.db')
  copyFileSync(small.database, database)

  const herald = await startHerald(workshop, small)
  const heraldLarge = await startHerald(workshop, large)
  const baseline = await startBaseline('posts', { DATABASE: database })
  const ours = listTarget(herald, small.key)
  const oursLarge = listTarget(heraldLarge, large.key)
  const theirs = listTarget(baseline, small.key)

  for (const each of [ours, oursLarge, theirs]) await saturate(each, 1)
  const cost = await takeTurns(5, {
    small: () => measure(ours, 1),
    baseline: () => measure(theirs, 1),
    large: () => measure(oursLarge, 1),
  })
  await Promise.all([herald.stop(), heraldLarge.stop(), baseline.stop()])
  return [
    {
      what: `GET /v1/posts, ten of 8 KB, of ${grouped(few)}`,
      reached: perSecondAt(cost.small),
      baseline: perSecondAt(cost.baseline),
      ratio: cost.baseline.microseconds / cost.small.microseconds,
      aim: 'at least 0.5 of the baseline, by processor time',
      met: cost.baseline.microseconds >= 0.5 * cost.small.microseconds,
    },
    {
      what: `  of ${grouped(many)}`,
      reached: perSecondAt(cost.large),
      baseline: perSecondAt(cost.small),
      ratio: cost.small.microseconds / cost.large.microseconds,
      aim: `at least 0.6 of that at ${grouped(few)}`,
      met: cost.small.microseconds >= 0.6 * cost.large.microseconds,
    },
  ]
}

async function installPosts(workshop: Workshop, count: number): Promise<Installation & { key: string }> {
  const installation = await install(workshop, `posts-${count}`)
  const { ctx, database, organizationId } = installation
  const { key } = await createKey(ctx, organizationId, { name: 'bench' })
  fillPosts(database, organizationId, count)
  return { ...installation, key }
}

export const listTarget = (service: Service, key: string): Target =>
  createTarget(service, ['GET /v1/posts', `Authorization: Bearer ${key}`])
