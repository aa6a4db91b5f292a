import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Context } from '../../../../context.ts'
import { once } from '../../../../db/prepared.ts'
import { prepareSelect } from '../../../../db/prepared-select.ts'
import type { Turn } from '../../engine/call.ts'
import type { CallRow, StepRow, TurnRow } from '../model.ts'
import { agentCalls, agentSteps, agentTurns } from '../table.ts'

/** The turns of a session so far. */
export type History = {
  turns: TurnRow[]
  steps: StepRow[]
  calls: CallRow[]
  /** Whether a message waits for the newest turn to end. */
  queued: boolean
}

/** The turns of a session that are read; the budget of the model is for fewer. */
const maxTurns = 200

/** Reads the turns that a model may read before and in the turn `number`. */
export async function readHistory(ctx: Context, sessionId: string, number: number): Promise<History> {
  const { turns, ...rest } = await readTurns(ctx, sessionId, number - maxTurns, Number.MAX_SAFE_INTEGER)
  return {
    ...rest,
    turns: turns.filter((turn) => turn.number <= number),
    queued: turns.some((turn) => turn.number > number),
  }
}

/** Reads the turns of a session from the turn `first` to before the turn `end`. */
export async function readTurns(ctx: Context, sessionId: string, first: number, end: number) {
  const read = preparedHistory(ctx)
  const [turns, steps, calls] = await Promise.all([
    read.turns.all({ sessionId, first, end }),
    read.steps.all({ sessionId, first, end }),
    read.calls.all({ sessionId, first, end }),
  ])
  return { turns, steps, calls }
}

const preparedHistory = once((db) => {
  const sessionId = sql.placeholder('sessionId')
  const isRead = (number: AnySQLiteColumn) =>
    and(gte(number, sql.placeholder('first')), lt(number, sql.placeholder('end')))
  const turns = db
    .select()
    .from(agentTurns)
    .where(and(eq(agentTurns.sessionId, sessionId), isRead(agentTurns.number)))
    .orderBy(asc(agentTurns.number))
  const steps = db
    .select()
    .from(agentSteps)
    .where(and(eq(agentSteps.sessionId, sessionId), isRead(agentSteps.turn)))
    .orderBy(asc(agentSteps.turn), asc(agentSteps.step))
  const calls = db
    .select()
    .from(agentCalls)
    .where(and(eq(agentCalls.sessionId, sessionId), isRead(agentCalls.turn)))
    .orderBy(asc(agentCalls.id))
  return {
    turns: prepareSelect(db, turns),
    steps: prepareSelect(db, steps),
    calls: prepareSelect(db, calls),
  }
})

/** The turns of a session as the engine reads them; an unfinished step begins again, so it is left out. */
export function toTurns({ turns, steps, calls }: Pick<History, 'turns' | 'steps' | 'calls'>): Turn[] {
  const stepsOf = Map.groupBy(
    steps.filter(({ finishedAt }) => finishedAt !== null),
    ({ turn }) => turn,
  )
  const callsOf = Map.groupBy(calls, ({ turn, step }) => `${turn}/${step}`)
  return turns.map(({ number, message }) => ({
    message,
    steps: (stepsOf.get(number) ?? []).map(({ step, text }) => ({
      text,
      calls: callsOf.get(`${number}/${step}`) ?? [],
    })),
  }))
}
