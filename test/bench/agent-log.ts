import { atomically } from '../../src/db/client.ts'
import { createWriter } from '../../src/features/conversations/sessions/log/event-writer.ts'
import { placeOfTurn, type SessionEvent } from '../../src/features/conversations/sessions/log/events.ts'
import { openSession } from '../../src/features/conversations/sessions/record.ts'
import { createKey } from '../../src/features/keys/service.ts'
import type { Row, Workshop } from './benchmark.ts'
import { countRows } from './support/database.ts'
import { grouped, milliseconds, perSecond } from './support/format.ts'
import { type Installation, install, startHerald } from './support/herald.ts'
import { takeTurns } from './support/rounds.ts'
import type { Service } from './support/service.ts'
import { readSession } from './support/session.ts'

const writerCount = 32
const eventsOfEach = 500
const rounds = 5
const replayed = 6000

/** A piece of an answer, as a slow model streams it. */
const happening: SessionEvent = {
  type: 'message.appended',
  data: { ...placeOfTurn(0), stepIndex: 0, messageDelta: 'a few words of it ' },
}

/** The log of sessions: events written one by one, and read again. */
export async function agentLog(workshop: Workshop): Promise<Row[]> {
  const installation = await install(workshop, 'agent-log')
  const { ctx, database, organizationId } = installation
  const { key } = await createKey(ctx, organizationId, { name: 'bench' })
  const ids = await Promise.all(Array.from({ length: writerCount }, () => begin(installation)))
  const long = await begin(installation)
  await writeAll(installation, [long], replayed - openingEvents, 100)
  const { rate } = await takeTurns(rounds, { rate: () => writeAll(installation, ids, eventsOfEach) })

  const written = writerCount * (openingEvents + rounds * eventsOfEach) + replayed
  const herald = await startHerald(workshop, installation)
  const replay = () => timeOf(herald, key, long)
  await takeTurns(3, { replay })
  const { replay: took } = await takeTurns(rounds, { replay })
  await herald.stop()
  const stored = countRows(database, 'agent_events')
  if (stored !== written) throw new Error(`Of ${written} events ${stored} are stored.`)
  return [
    {
      what: `events written one by one, by ${writerCount} writers, durable`,
      reached: perSecond(rate),
      aim: 'at least 10,000/s',
      met: rate >= 10_000,
    },
    {
      what: `replay of ${grouped(replayed)} events`,
      reached: milliseconds(took),
      aim: 'under 40 ms',
      met: took < 40,
    },
  ]
}

/** The events of the first message of a session. */
const openingEvents = 3

async function begin({ ctx, organizationId }: Installation): Promise<string> {
  const id = Bun.randomUUIDv7()
  const session = { id, organizationId, surface: 'task', postId: null, startedBy: 'bench' } as const
  const turn = { number: 0, message: 'What has changed?', deliveryId: 'bench', sentBy: 'bench' }
  await atomically(ctx.db, openSession(ctx, session, turn))
  return id
}

/**
 * Has each session append this many events, each once the one before is on disk; returns events per second.
 */
async function writeAll({ ctx }: Installation, ids: string[], count: number, atATime = 1): Promise<number> {
  const started = performance.now()
  await Promise.all(
    ids.map(async (sessionId) => {
      const writer = createWriter(ctx, { sessionId, attempt: 0 }, () => {})
      for (let written = 0; written < count; written += atATime)
        await writer.write(Array.from({ length: Math.min(atATime, count - written) }, () => happening))
    }),
  )
  return (ids.length * count) / ((performance.now() - started) / 1000)
}

async function timeOf(herald: Service, key: string, id: string): Promise<number> {
  const started = performance.now()
  const text = await (await readSession(herald, key, id, '?follow=false')).text()
  const took = performance.now() - started
  const lines = text.split('\n').length - 1
  if (lines !== replayed) throw new Error(`Of ${replayed} events ${lines} were told.`)
  return took
}
