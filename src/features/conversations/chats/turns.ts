import { toCanonicalJson } from '../approvals/rules.ts'
import type { Call, Step, Turn } from '../engine/call.ts'
import { callOutcomes, denied } from '../engine/call-outcomes.ts'
import { aboutLines } from './about.ts'
import { type CallPart, isCall, type MessagePart, nameOf, newMessageReason } from './message.ts'
import type { ChatMessage, RecordLocation } from './model.ts'

/** The messages of a chat as turns; `read` returns the text of a message of a person. */
export function toTurns(messages: ChatMessage[], read: (message: ChatMessage) => string): Turn[] {
  const turns: Turn[] = []
  for (const message of messages) {
    if (message.role === 'user') turns.push({ message: read(message), steps: [] })
    else turns.at(-1)?.steps.push(...toSteps(message.parts as MessagePart[]))
  }
  return turns
}

function toSteps(parts: MessagePart[]): Step[] {
  const steps: (Step & { reasoning: string })[] = []
  for (const part of parts) {
    // A message may begin without the mark of its first step.
    if (part.type === 'step-start' || steps.length === 0) steps.push({ text: '', reasoning: '', calls: [] })
    const step = steps.at(-1)
    if (!step || part.type === 'step-start') continue
    if (isCall(part)) step.calls.push(toCall(part))
    else if (part.type === 'reasoning') step.reasoning += part.text
    else step.text += step.text === '' ? part.text : `\n\n${part.text}`
  }
  return steps
}

/** A call as its part of a message stores it. */
export function toCall(part: CallPart): Call {
  const { toolCallId: id, input = {}, output, errorText = null, approval } = part
  const call = { id, tool: nameOf(part), input: toCanonicalJson(input), output: null }
  switch (part.state) {
    case 'input-streaming':
    case 'input-available':
      return { ...call, status: 'requested' }
    case 'approval-requested':
      return { ...call, status: 'waiting' }
    case 'approval-responded':
      return { ...call, status: 'begun' }
    case 'output-available':
      return { ...call, status: 'completed', output: output as string }
    case 'output-error':
      return { ...call, status: 'failed', output: errorText }
    case 'output-denied': {
      const isCancelled = approval?.reason === newMessageReason
      const reason = isCancelled ? callOutcomes.unanswered : denied(approval?.reason)
      return { ...call, status: 'rejected', output: reason }
    }
  }
}

/** The words of a message of a person. */
export const wordsOf = ({ parts }: ChatMessage) =>
  parts.flatMap(({ text }) => (typeof text === 'string' ? text : [])).join('\n\n')

/** A message of a person for the model, with the integrations that it is about. */
export function describeMessage(message: ChatMessage): string {
  const about = aboutLines((message.metadata?.context as RecordLocation[] | undefined) ?? [])
  return [wordsOf(message), ...(about.length > 0 ? [about.join('\n')] : [])].join('\n\n')
}
