import { type ActiveTurn, checkTurn } from './active-turn.ts'
import { askModel } from './ask-model.ts'
import { isOpen } from './call.ts'
import { runCalls } from './run-calls.ts'

/** Continues a turn step by step until the model has answered, or calls wait for a person. */
export async function runTurn(turn: ActiveTurn): Promise<'answered' | 'waiting'> {
  for (;;) {
    await runCalls(turn)
    const isWaiting = turn.calls().some(isOpen)
    const isAnswered = turn.isAnswered()
    if (!isWaiting && !isAnswered) checkTurn(turn)
    await turn.endStep()
    if (isWaiting) return 'waiting'
    if (isAnswered) return 'answered'
    await askModel(turn)
  }
}
