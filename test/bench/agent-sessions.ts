import { createKey } from '../../src/features/keys/service.ts'
import type { Row, Workshop } from './benchmark.ts'
import { fillPosts } from './fill-posts.ts'
import { listTarget } from './posts.ts'
import { grouped, milliseconds } from './support/format.ts'
import { sendSteadily } from './support/load.ts'
import { median, quantile, takeTurns } from './support/rounds.ts'
import { takeTurn } from './support/session.ts'
import { askModel, startTalking, together, tokenCount, tokenMilliseconds } from './support/talk.ts'

const organizations = 8
const sessionsOfEach = 4
const rounds = 3
const readsPerSecond = 200

/** Turns of sessions, one alone and 32 at once, while people read the list of posts. */
export async function agentSessions(workshop: Workshop): Promise<Row[]> {
  let readingKey = ''
  const { herald, model, keys } = await startTalking(
    workshop,
    'agent-sessions',
    organizations,
    async ({ ctx, database, organizationId }) => {
      fillPosts(database, organizationId, 1000)
      readingKey = (await createKey(ctx, organizationId, { name: 'bench' })).key
    },
  )
  const [key = ''] = keys
  const all = Array.from({ length: sessionsOfEach }, () => keys).flat()
  const reads = listTarget(herald, readingKey)
  // The first one loads modules that all of them need.
  await takeTurn(herald, key)
  await askModel(model)
  await sendSteadily(reads, readsPerSecond, 0.5)
  const idle = quantile(await sendSteadily(reads, readsPerSecond, 1), 0.99)

  const ages: number[] = []
  const firstAges: number[] = []
  const latencies: number[] = []
  const { one, alone, many, manyAlone } = await takeTurns(rounds, {
    async one() {
      const { took, firstAge } = await takeTurn(herald, key)
      firstAges.push(firstAge)
      return took
    },
    alone: async () => (await askModel(model)).took,
    async many() {
      const seconds = (tokenCount * tokenMilliseconds) / 1000
      const [{ heard, took }, waited] = await Promise.all([
        together(all.map((each) => () => takeTurn(herald, each))),
        sendSteadily(reads, readsPerSecond, seconds),
      ])
      ages.push(...heard.flatMap((turn) => turn.ages))
      latencies.push(...waited)
      return took
    },
    manyAlone: async () => (await together(all.map(() => () => askModel(model)))).took,
  })
  await Promise.all([herald.stop(), model.stop()])

  const [p50, p99] = [quantile(ages, 0.5), quantile(ages, 0.99)]
  const first = median(firstAges)
  const reading = quantile(latencies, 0.99)
  return [
    {
      what: `turn of a session, ${tokenCount} tokens of ${tokenMilliseconds} ms`,
      reached: milliseconds(one),
      baseline: milliseconds(alone),
      ratio: one / alone,
      aim: 'at most 1.15; the baseline is the model alone',
      met: one <= 1.15 * alone,
    },
    {
      what: '  its first line at a reader, from its commit',
      reached: milliseconds(first),
      aim: 'under 20 ms',
      met: first < 20,
    },
    {
      what: `${all.length} turns at once, of ${organizations} organizations`,
      reached: milliseconds(many),
      baseline: milliseconds(manyAlone),
      ratio: many / manyAlone,
      aim: 'at most 1.3',
      met: many <= 1.3 * manyAlone,
    },
    {
      what: '  a token from the model to its reader, p50',
      reached: milliseconds(p50),
      aim: 'under 35 ms',
      met: p50 < 35,
    },
    { what: '  the same, p99', reached: milliseconds(p99), aim: 'under 150 ms', met: p99 < 150 },
    {
      what: `  GET /v1/posts meanwhile, ${grouped(readsPerSecond)}/s, p99`,
      reached: milliseconds(reading),
      baseline: milliseconds(idle),
      ratio: reading / idle,
      aim: 'under 50 ms; the baseline is at rest',
      met: reading < 50,
    },
  ]
}
