import type { Context } from '../../../../context.ts'
import type { CallRow } from '../model.ts'

/** The turn or step of an event, both counted from 0. */
export type TurnPosition = { turnId: string; sequence: number }
export type StepPosition = TurnPosition & { stepIndex: number }

export const placeOfTurn = (sequence: number): TurnPosition => ({ turnId: `turn_${sequence}`, sequence })

/** The number of a turn by its id. */
export const numberOf = (turnId: string) => Number(turnId.replace('turn_', ''))

/** A call of a tool, exactly as it runs. */
export type Action = { kind: 'tool-call'; callId: string; toolName: string; input: unknown }

/** What waits for a person. */
export type InputRequest = {
  requestId: string
  kind: 'tool-approval' | 'question'
  prompt: string
  display: 'confirmation' | 'select' | 'text'
  allowFreeform: boolean
  options: { id: string; label: string; style?: 'primary' | 'danger' | 'default'; description?: string }[]
  action: Action
}

/** The answer to a request, or why there was none. */
export type Resolution = {
  requestId: string
  kind: InputRequest['kind']
  outcome: 'answered' | 'approved' | 'denied' | 'cancelled' | 'ignored'
  response?: { optionId?: string; text?: string }
}

type Failure = { code: string; message: string }
type Result = { kind: 'tool-result'; callId: string; toolName: string; output: unknown; isError?: true }
type StepUsage = { inputTokens: number; outputTokens: number; cacheReadTokens?: number; costUsd?: number }

/** The data of each type of event. */
type EventData = {
  'session.started': object
  'turn.started': TurnPosition
  'message.received': TurnPosition & { message: string; parts: { type: 'text'; text: string }[] }
  'step.started': StepPosition & { attempt?: number }
  'reasoning.appended': StepPosition & { reasoningDelta: string }
  'reasoning.completed': StepPosition & { reasoning: string }
  'message.appended': StepPosition & { messageDelta: string }
  'message.completed': StepPosition & { message: string | null; finishReason: string }
  'actions.requested': StepPosition & { actions: Action[] }
  'action.result': StepPosition & {
    status: 'completed' | 'failed' | 'rejected'
    result: Result
    error?: Failure
  }
  'step.completed': StepPosition & { finishReason: string; usage: StepUsage }
  'step.failed': StepPosition & Failure
  'input.requested': StepPosition & { requests: InputRequest[] }
  'input.resolved': TurnPosition & { resolutions: Resolution[] }
  'approval.settled': TurnPosition & {
    requestId: string
    outcome: 'approved' | 'cancelled'
    responderPrincipalId: string
  }
  'turn.completed': TurnPosition
  'turn.cancelled': TurnPosition
  'turn.failed': TurnPosition & Failure
  'session.waiting': { continuationToken: string; wait: 'next-user-message' }
  'session.completed': object
}

export type EventType = keyof EventData

/** An event before it has its time, id and index. */
export type SessionEvent = {
  [T in EventType]: { type: T; data: EventData[T]; deliveryIds?: string[] }
}[EventType]

/** An event of a type, where the compiler cannot infer the pair. */
export const sessionEvent = <T extends EventType>(type: T, data: EventData[T]): SessionEvent =>
  ({ type, data }) as SessionEvent

/** The line of the stream, stored so that every replay is the same. */
export function toLine(ctx: Context, { type, data, deliveryIds }: SessionEvent): string {
  const id = `evt_${Bun.randomUUIDv7().replaceAll('-', '')}`
  const meta = { at: ctx.now().toISOString(), id, ...(deliveryIds && { deliveryIds }) }
  return JSON.stringify({ type, data, meta })
}

/** A call as its events show it. */
export const toAction = ({ id, tool, input }: Pick<CallRow, 'id' | 'tool' | 'input'>): Action => ({
  kind: 'tool-call',
  callId: id,
  toolName: tool,
  input: JSON.parse(input),
})

/** The event for the result of a call. */
export function toActionResult(call: CallRow): SessionEvent {
  const { id: callId, tool: toolName, turn, step: stepIndex } = call
  const status = call.status === 'completed' || call.status === 'rejected' ? call.status : 'failed'
  const output = toEventOutput(call.output ?? '')
  const isError = status !== 'completed'
  return sessionEvent('action.result', {
    ...placeOfTurn(turn),
    stepIndex,
    status,
    result: { kind: 'tool-result', callId, toolName, output, ...(isError && { isError }) },
    ...(isError && {
      error: { code: status === 'rejected' ? 'REJECTED' : 'FAILED', message: String(output) },
    }),
  })
}

/** A session waits for the next message, or for answers. */
export const waiting = (sessionId: string): SessionEvent => ({
  type: 'session.waiting',
  data: { continuationToken: sessionId, wait: 'next-user-message' },
})

const eventCharacters = 16 * 1024

/** The output of a tool in an event: JSON if it is, and only the beginning of a long text. */
function toEventOutput(text: string): unknown {
  if (Buffer.byteLength(text) > eventCharacters) {
    const head = Buffer.from(text)
      .subarray(0, eventCharacters)
      .toString()
      .replace(/\uFFFD+$/, '')
    return `${head}\n[The rest is left out here; the agent was given it.]`
  }
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
