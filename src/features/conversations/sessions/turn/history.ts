import { and, asc, eq, gte, sql } from 'drizzle-orm'
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
  const { turns, ...rest } = await readTurns(ctx, sessionId, number - maxTurns)
  return {
    ...rest,
    turns: turns.filter((turn) => turn.number <= number),
    queued: turns.some((turn) => turn.number > number),
  }
}

/** Reads the turns of a session from the turn `first` on. */
export async function readTurns(ctx: Context, sessionId: string, first: number) {
  const read = preparedHistory(ctx)
  const [turns, steps, calls] = await Promise.all([
    read.turns.all({ sessionId, first }),
    read.steps.all({ sessionId, first }),
    read.calls.all({ sessionId, first }),
  ])
  return { turns, steps, calls }
}

const preparedHistory = once((db) => {
  const sessionId = sql.placeholder('sessionId')
  const first = sql.placeholder('first')
  const turns = db
    .select()
    .from(agentTurns)
    .where(and(eq(agentTurns.sessionId, sessionId), gte(agentTurns.number, first)))
    .orderBy(asc(agentTurns.number))
  const steps = db
    .select()
    .from(agentSteps)
    .where(and(eq(agentSteps.sessionId, sessionId), gte(agentSteps.turn, first)))
    .orderBy(asc(agentSteps.turn), asc(agentSteps.step))
  const calls = db
    .select()
    .from(agentCalls)
    .where(and(eq(agentCalls.sessionId, sessionId), gte(agentCalls.turn, first)))
    .orderBy(asc(agentCalls.id))
  return {
    turns: prepareSelect(db, turns),
    steps: prepareSelect(db, steps),
    calls: prepareSelect(db, calls),
  }
})

/** The turns of a session as the engine reads them; an unfinished step begins again, so it is left out. */
export const toTurns = ({ turns, steps, calls }: Pick<History, 'turns' | 'steps' | 'calls'>): Turn[] =>
  turns.map(({ number, message }) => ({
    message,
    steps: steps
      .filter(({ turn, finishedAt }) => turn === number && finishedAt !== null)
      .map(({ step, text }) => ({
        text,
        calls: calls.filter((call) => call.turn === number && call.step === step),
      })),
  }))
