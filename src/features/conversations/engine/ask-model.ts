import { converse } from '../../../ai/converse/converse.ts'
import type { FinishReason, Part } from '../../../ai/converse/part.ts'
import { guessTokens } from '../../../ai/usage.ts'
import { toCanonicalJson } from '../approvals/rules.ts'
import { type ActiveTurn, checkTurn } from './active-turn.ts'
import type { Call } from './call.ts'
import { callOutcomes } from './call-outcomes.ts'

/** Sends the conversation to the model once and shows its answer while it arrives. */
export async function askModel(turn: ActiveTurn): Promise<void> {
  const { ctx, tools, signal, meter } = turn
  const model = turn.getModel()
  const question = turn.getQuestion()
  const { length } = JSON.stringify(question)
  meter.begin(length)
  await turn.beginStep(guessTokens(length))
  const idOf = createIds(turn.newCallId)
  const calls: Call[] = []
  for await (const part of converse(ctx, model, { ...question, tools, signal })) {
    if ('delta' in part) meter.say(part.delta.length)
    if (part.type === 'finish') {
      meter.end(part.tokens)
      return turn.storeAnswer({ ...part, calls: isCutOff(part.reason) ? calls.map(toCutOff) : calls })
    }
    const shown = 'callId' in part ? { ...part, callId: idOf(part) } : part
    if (shown.type === 'call' || shown.type === 'bad-call') calls.push(toCall(shown))
    await turn.show(shown)
    checkTurn(turn)
  }
  throw new Error('The stream of a model ended without its finish.')
}

/** Gives each call an id of ours: endpoints repeat ids, or leave them out. */
function createIds(newCallId: () => string) {
  const started = new Map<string, string[]>()
  return ({ type, callId }: Extract<Part, { callId: string }>): string => {
    const ids = started.get(callId) ?? []
    started.set(callId, ids)
    if (type === 'call-start') ids.push(newCallId())
    const id = type === 'call' || type === 'bad-call' ? ids.shift() : ids.at(-1)
    return id ?? newCallId()
  }
}

function toCall(part: Extract<Part, { type: 'call' | 'bad-call' }>): Call {
  const call = { id: part.callId, tool: part.toolName, input: toCanonicalJson(part.input ?? {}) }
  return part.type === 'call'
    ? { ...call, status: 'requested', output: null }
    : { ...call, status: 'failed', output: part.error }
}

/** The input of the last call may be incomplete without being invalid. */
const isCutOff = (reason: FinishReason) => ['length', 'content-filter', 'error'].includes(reason)

const toCutOff = (call: Call): Call =>
  call.status === 'failed' ? call : { ...call, status: 'failed', output: callOutcomes.cutOff }
