import type { Row, Workshop } from './benchmark.ts'
import { milliseconds } from './support/format.ts'
import { quantile, takeTurns } from './support/rounds.ts'
import type { Service } from './support/service.ts'
import {
  agesIn,
  askModel,
  checkAll,
  type Heard,
  linesOf,
  send,
  startTalking,
  together,
  tokenCount,
  tokenMilliseconds,
} from './support/talk.ts'

const organizations = 8
const chatsOfEach = 4
const rounds = 3

/** Replies of chats, one alone and 32 at once. */
export async function chats(workshop: Workshop): Promise<Row[]> {
  const { herald, model, keys } = await startTalking(workshop, 'chats', organizations)
  const [key = ''] = keys
  const all = Array.from({ length: chatsOfEach }, () => keys).flat()
  // The first one loads modules that all of them need.
  await chat(herald, key)
  await askModel(model)

  const firstAges: number[] = []
  const firstAgesOfMany: number[] = []
  const { one, alone, many, manyAlone } = await takeTurns(rounds, {
    async one() {
      const { took, ages } = await chat(herald, key)
      firstAges.push(...ages.slice(0, 1))
      return took
    },
    alone: async () => (await askModel(model)).took,
    async many() {
      const { heard, took } = await together(all.map((each) => () => chat(herald, each)))
      firstAgesOfMany.push(...heard.flatMap(({ ages }) => ages.slice(0, 1)))
      return took
    },
    manyAlone: async () => (await together(all.map(() => () => askModel(model)))).took,
  })
  await Promise.all([herald.stop(), model.stop()])
  return [
    toRow(`reply of a chat, ${tokenCount} tokens of ${tokenMilliseconds} ms`, one, alone),
    toFirst(firstAges),
    toRow(`${all.length} replies at once, of ${organizations} organizations`, many, manyAlone),
    toFirst(firstAgesOfMany),
  ]
}

async function chat({ port }: Service, key: string): Promise<Heard> {
  const started = performance.now()
  const response = await send(port, '/v1/chats', key, { message: 'What has changed since the last release?' })
  const ages: number[] = []
  for await (const line of linesOf(response)) ages.push(...agesIn(line))
  return { took: performance.now() - started, ages: checkAll(ages) }
}

function toRow(what: string, reached: number, alone: number): Row {
  return {
    what,
    reached: milliseconds(reached),
    baseline: milliseconds(alone),
    ratio: reached / alone,
    aim: 'at most 1.15; the baseline is the model alone',
    met: reached <= 1.15 * alone,
  }
}

function toFirst(ages: number[]): Row {
  const slowest = quantile(ages, 0.99)
  return {
    what: '  its first token, from the model to the reader, p99',
    reached: milliseconds(slowest),
    aim: 'under 35 ms',
    met: slowest < 35,
  }
}
