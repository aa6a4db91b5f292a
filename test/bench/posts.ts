import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKey } from '../../src/features/keys/service.ts'
import type { Row, Workshop } from './benchmark.ts'
import { fillPosts } from './fill-posts.ts'
import { grouped, perSecond } from './support/format.ts'
import { type Installation, install, startHerald } from './support/herald.ts'
import { saturate, type Target } from './support/load.ts'
import { takeTurns } from './support/rounds.ts'
import { type Service, startBaseline } from './support/service.ts'

const few = 1_000
const many = 100_000

/** The first page of posts with a key, of an organization that has few and of one that has many. */
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
  const rate = await takeTurns(5, {
    small: () => saturate(ours, 1),
    baseline: () => saturate(theirs, 1),
    large: () => saturate(oursLarge, 1),
  })
  await Promise.all([herald.stop(), heraldLarge.stop(), baseline.stop()])
  return [
    {
      what: `GET /v1/posts, ${grouped(few)} posts`,
      reached: perSecond(rate.small),
      baseline: perSecond(rate.baseline),
      ratio: rate.small / rate.baseline,
      aim: 'at least 0.5 of the baseline',
      met: rate.small >= 0.5 * rate.baseline,
    },
    {
      what: `  of ${grouped(many)} posts`,
      reached: perSecond(rate.large),
      baseline: perSecond(rate.small),
      ratio: rate.large / rate.small,
      aim: `at least 0.6 of that at ${grouped(few)}`,
      met: rate.large >= 0.6 * rate.small,
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

export function listTarget({ port }: Service, key: string): Target {
  const lines = ['GET /v1/posts HTTP/1.1', `Host: 127.0.0.1:${port}`, `Authorization: Bearer ${key}`, '', '']
  const request = Buffer.from(lines.join('\r\n'))
  return { port, accepted: 0, nextRequest: () => request }
}
