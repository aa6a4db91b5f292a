import type { Row, Workshop } from './benchmark.ts'
import { grouped, megabytes, milliseconds } from './support/format.ts'
import { quantile, takeTurns } from './support/rounds.ts'
import { processorTime, residentMemory, type Service } from './support/service.ts'
import { beginSession, linesOfTurn, readSession, readTurn, takeTurn, waitAtEnd } from './support/session.ts'
import { startTalking, type Talking, together } from './support/talk.ts'

const crowd = 200
const rounds = 3
const idleReaders = 1000
const idleSeconds = 10

/** Stream readers: many on one session, on a session of another server, and on many idle sessions. */
export async function agentReaders(workshop: Workshop): Promise<Row[]> {
  const talking = await startTalking(workshop, 'agent-readers', 4)
  const rows = [...(await ofCrowd(talking)), await ofAnother(talking), ...(await ofIdle(talking))]
  await Promise.all([talking.herald.stop(), talking.model.stop()])
  return rows
}

/** One reader of a turn against 200. */
async function ofCrowd({ herald, keys: [key = ''] }: Talking): Promise<Row[]> {
  const one = async () => (await takeTurn(herald, key)).took
  await takeTurns(3, { one })
  const before = await residentMemory(herald.pid)
  let most = before
  const times = await takeTurns(rounds, {
    one,
    async many() {
      const took = await readTogether(herald, key)
      most = Math.max(most, await residentMemory(herald.pid))
      return took
    },
  })
  const more = most - before
  return [
    {
      what: `turn of a session that ${crowd} read`,
      reached: milliseconds(times.many),
      baseline: milliseconds(times.one),
      ratio: times.many / times.one,
      aim: 'at most 1.15; the baseline is one reader',
      met: times.many <= 1.15 * times.one,
    },
    { what: '  memory that they cost', reached: megabytes(more), aim: 'at most 30 MB', met: more <= 30 },
  ]
}

/** Until the last reader has received the end; one of them checks the content. */
async function readTogether(herald: Service, key: string): Promise<number> {
  const started = performance.now()
  const id = await beginSession(herald, key)
  const others = Array.from({ length: crowd - 1 }, () => drain(herald, key, id))
  await Promise.all([readTurn(herald, key, id), ...others])
  return performance.now() - started
}

async function drain(herald: Service, key: string, id: string) {
  for await (const _ of linesOfTurn(await readSession(herald, key, id)));
}

/** Sessions whose turns run on one server and that are read from another. */
async function ofAnother({ herald, startAnother, keys }: Talking): Promise<Row> {
  const other = await startAnother()
  const ages: number[] = []
  for (let round = 0; round < rounds; round++) {
    const { heard } = await together(keys.map((key) => () => takeTurn(herald, key, other)))
    ages.push(...heard.flatMap((turn) => turn.ages))
  }
  await other.stop()
  const p99 = quantile(ages, 0.99)
  return {
    what: 'token from the model to a reader at another server on the database, p99',
    reached: milliseconds(p99),
    aim: 'under 350 ms',
    met: p99 < 350,
  }
}

/** The cost of a thousand readers of idle sessions. */
async function ofIdle({ herald, keys }: Talking): Promise<Row[]> {
  const sessions = await Promise.all(keys.map(async (key) => ({ key, id: await beginSession(herald, key) })))
  await Promise.all(sessions.map(({ key, id }) => readTurn(herald, key, id)))
  const ofNumber = (number: number) => sessions[number % sessions.length] as (typeof sessions)[number]
  // As many readers that connect and disconnect: memory left by requests is not the cost of open readers.
  for (let number = 0; number < idleReaders; number++) {
    const { key, id } = ofNumber(number)
    await (await readSession(herald, key, id, '?follow=false')).text()
  }
  const rest = await costOf(herald)
  const memory = await residentMemory(herald.pid)
  const readers: Awaited<ReturnType<typeof waitAtEnd>>[] = []
  for (let number = 0; number < idleReaders; number++) {
    const { key, id } = ofNumber(number)
    readers.push(await waitAtEnd(herald, key, id))
    await Bun.sleep(1)
  }
  await Promise.all(readers.map(({ heard }) => heard))
  const cost = (await costOf(herald)) - rest
  const more = (await residentMemory(herald.pid)) - memory
  for (const reader of readers) reader.leave()
  return [
    {
      what: `${grouped(idleReaders)} readers of idle sessions, of ${keys.length} organizations`,
      reached: `${(cost * 100).toFixed(1)} % of a core`,
      aim: 'under 3 %',
      met: cost < 0.03,
    },
    { what: '  memory that they cost', reached: megabytes(more), aim: 'under 20 MB', met: more < 20 },
  ]
}

/** The share of a core that a server uses. */
async function costOf({ pid }: Service): Promise<number> {
  const before = processorTime(pid)
  await Bun.sleep(idleSeconds * 1000)
  return (processorTime(pid) - before) / (idleSeconds * 1_000_000)
}
