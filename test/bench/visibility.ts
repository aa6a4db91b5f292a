import { createKey } from '../../src/features/keys/service.ts'
import type { Row, Workshop } from './benchmark.ts'
import { fillAnswers } from './fill-answers.ts'
import { milliseconds } from './support/format.ts'
import { install, startHerald } from './support/herald.ts'
import { takeTurns } from './support/rounds.ts'
import type { Service } from './support/service.ts'

const rounds = 15
const reads = [
  // The length of the list depends on the prompts, so the smaller project has the same ones.
  { what: 'gaps', path: 'gaps', most: 30, smaller: 'few', answers: '12,000' },
  ...[
    { what: 'overview of 30 days', path: 'visibility/overview?days=30', most: 50 },
    { what: 'time series of 30 days', path: 'visibility/timeseries?days=30', most: 50 },
  ].map((read) => ({ ...read, smaller: 'small', answers: '10,000' })),
]

/** The share of voice of different ranges of 90 days, so that no read is served from the cache. */
const dayMilliseconds = 86_400_000
const dayBefore = (days: number) => new Date(Date.now() - days * dayMilliseconds).toISOString().slice(0, 10)
const shareOf90Days = (last: number) =>
  `visibility/competitor-share?from=${dayBefore(last + 89)}&to=${dayBefore(last)}`

/**
 * The visibility queries on a project of 1,000,000 answers and on one of 10,000: 250 scans of 20 engines each, over 180
 * days; the gaps on one of 12,000 answers to the same prompts in 3 scans; and the share of voice of 90 days on one with
 * 250,000 answers in them.
 */
export async function visibility(workshop: Workshop): Promise<Row[]> {
  const installation = await install(workshop, 'visibility')
  const { ctx, organizationId, database } = installation
  const { key } = await createKey(ctx, organizationId, { name: 'bench' })
  fillAnswers(database, organizationId, 'small', 2)
  fillAnswers(database, organizationId, 'large', 200)
  fillAnswers(database, organizationId, 'few', 200, 3)
  // 125 scans of 20 engines in 90 days.
  fillAnswers(database, organizationId, 'middle', 100)
  const service = await startHerald(workshop, installation)
  const rows: Row[] = []
  for (const { what, path, most, smaller, answers } of reads) {
    const ask = (project: string) => () => timeOf(service, `/v1/projects/${project}/geo/${path}`, key)
    await takeTurns(3, { large: ask('large'), small: ask(smaller) })
    const { large, small } = await takeTurns(rounds, { large: ask('large'), small: ask(smaller) })
    rows.push(
      {
        what: `${what}, of 1,000,000 answers`,
        reached: milliseconds(large),
        aim: `under ${milliseconds(most)}`,
        met: large < most,
      },
      {
        what: `  against ${answers} answers`,
        reached: milliseconds(small),
        ratio: large / small,
        aim: 'at most 1.5 times that',
        met: large <= 1.5 * small,
      },
    )
  }
  rows.push(await measureShare(service, key))
  await service.stop()
  return rows
}

async function measureShare(service: Service, key: string): Promise<Row> {
  let last = 0
  const ask = () => timeOf(service, `/v1/projects/middle/geo/${shareOf90Days(last++)}`, key)
  await takeTurns(3, { share: ask })
  const { share } = await takeTurns(rounds, { share: ask })
  return {
    what: 'share of voice of 90 days, of 250,000 answers, not cached',
    reached: milliseconds(share),
    aim: `under ${milliseconds(100)}`,
    met: share < 100,
  }
}

async function timeOf({ port }: Service, path: string, key: string): Promise<number> {
  const began = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const body = await response.text()
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${body}`)
  return performance.now() - began
}
