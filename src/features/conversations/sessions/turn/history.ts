import type { ModelMessage } from 'ai'
import { and, asc, eq, gte } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { cutOutput } from '../../../tools/tools.ts'
import { callOutcomes } from '../../engine/call-outcomes.ts'
import { fitHistory } from '../../engine/fit-history.ts'
import type { CallRow, StepRow, TurnRow } from '../model.ts'
import { agentCalls, agentSteps, agentTurns } from '../table.ts'

/** What was said and done in a session so far. */
export type History = {
  turns: TurnRow[]
  steps: StepRow[]
  calls: CallRow[]
  /** Whether a message waits for the newest turn to end. */
  queued: boolean
}

/** The turns of a session that are read; the budget of the model is for fewer. */
const maxTurns = 200

/** Reads what was said and done in a session until a turn. */
export async function readHistory(ctx: Context, sessionId: string, number: number): Promise<History> {
  const first = number - maxTurns
  const [turns, steps, calls] = await Promise.all([
    ctx.db
      .select()
      .from(agentTurns)
      .where(and(eq(agentTurns.sessionId, sessionId), gte(agentTurns.number, first)))
      .orderBy(asc(agentTurns.number)),
    ctx.db
      .select()
      .from(agentSteps)
      .where(and(eq(agentSteps.sessionId, sessionId), gte(agentSteps.turn, first)))
      .orderBy(asc(agentSteps.turn), asc(agentSteps.step)),
    ctx.db
      .select()
      .from(agentCalls)
      .where(and(eq(agentCalls.sessionId, sessionId), gte(agentCalls.turn, first)))
      .orderBy(asc(agentCalls.id)),
  ])
  return {
    turns: turns.filter((turn) => turn.number <= number),
    steps,
    calls,
    queued: turns.some((turn) => turn.number > number),
  }
}

/** The messages of a session for the model, after the preface. */
export const toModelMessages = (history: History, preface: ModelMessage[]): ModelMessage[] =>
  fitHistory(newestFirst(history), preface)

function* newestFirst(history: History): Generator<ModelMessage[]> {
  for (const turn of history.turns.toReversed()) yield messagesOf(turn, history)
}

function messagesOf(turn: TurnRow, { steps, calls }: History): ModelMessage[] {
  const finished = steps.filter((step) => step.turn === turn.number && step.finishedAt !== null)
  return [
    { role: 'user', content: turn.message },
    ...finished.flatMap(({ step, text }) =>
      messagesOfStep(
        text,
        calls.filter((call) => call.turn === turn.number && call.step === step),
      ),
    ),
  ]
}

function messagesOfStep(text: string, calls: CallRow[]): ModelMessage[] {
  const said = text === '' ? [] : [{ type: 'text' as const, text }]
  const asked = calls.map(({ id, tool, input }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: tool,
    input: toInput(input),
  }))
  if (said.length + asked.length === 0) return []
  const results = calls.map((call) => ({
    type: 'tool-result' as const,
    toolCallId: call.id,
    toolName: call.tool,
    output: toOutput(call),
  }))
  return [
    { role: 'assistant', content: [...said, ...asked] },
    ...(results.length > 0 ? [{ role: 'tool' as const, content: results }] : []),
  ]
}

/** An input that is no object cannot be sent back as one. */
function toInput(input: string): object {
  const value: unknown = JSON.parse(input)
  return typeof value === 'object' && value !== null ? value : { input: value }
}

/** A call without a result would have the SDK refuse the whole conversation. */
function toOutput({ status, output }: CallRow) {
  if (output === null) return { type: 'error-text' as const, value: callOutcomes.notRun }
  const type = status === 'completed' ? ('text' as const) : ('error-text' as const)
  return { type, value: cutOutput(output) }
}
