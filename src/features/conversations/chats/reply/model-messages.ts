import { convertToModelMessages, type ModelMessage, type UIMessage } from 'ai'
import { callOutcomes, denied } from '../../engine/call-outcomes.ts'
import { fitHistory } from '../../engine/fit-history.ts'
import { aboutLines } from '../about.ts'
import { type CallPart, isCall, type MessagePart, newMessageReason } from '../message.ts'
import type { About, ChatMessage } from '../model.ts'

/** The messages of a chat for the model. Thoughts of earlier replies are left out. */
export async function toModelMessages(messages: ChatMessage[]): Promise<ModelMessage[]> {
  const last = messages.length - 1
  const told = messages.map((message, index) => describeMessage(message, index === last))
  const converted = await convertToModelMessages(told as UIMessage[], { ignoreIncompleteToolCalls: true })
  return fitHistory(toTurns(converted).reverse())
}

/** Each turn begins with what a person said. */
function toTurns(messages: ModelMessage[]): ModelMessage[][] {
  const starts = messages.flatMap(({ role }, index) => (role === 'user' ? index : []))
  return starts.map((start, index) => messages.slice(start, starts[index + 1]))
}

function describeMessage({ id, role, parts, metadata }: ChatMessage, isLast: boolean): ChatMessage {
  if (role === 'user') return { id, role, parts: [{ type: 'text', text: describeQuestion(parts, metadata) }] }
  const told = (parts as MessagePart[]).flatMap((part) => describePart(part, isLast))
  return { id, role, parts: told as ChatMessage['parts'] }
}

/** What somebody said, and what it is about, which comes with it as data. */
function describeQuestion(parts: ChatMessage['parts'], metadata: ChatMessage['metadata']): string {
  const said = parts.flatMap(({ text }) => (typeof text === 'string' ? text : []))
  const about = aboutLines((metadata?.context as About[] | undefined) ?? [])
  return [...said, ...(about.length > 0 ? [about.join('\n')] : [])].join('\n\n')
}

function describePart(part: MessagePart, isLast: boolean): MessagePart[] {
  if (part.type === 'reasoning') return isLast ? [{ ...part }] : []
  if (!isCall(part)) return [{ ...part }]
  const { approval, ...call } = part
  return [{ ...call, ...toEnd(part) }]
}

/** How a call ended, for one that did not end by itself. */
function toEnd({ state, approval }: CallPart): Partial<CallPart> {
  const failed = (errorText: string) => ({ state: 'output-error' as const, errorText })
  if (state === 'output-denied')
    return failed(approval?.reason === newMessageReason ? callOutcomes.unanswered : denied(approval?.reason))
  if (state === 'approval-responded') return failed(callOutcomes.interrupted)
  if (state === 'approval-requested') return failed(callOutcomes.unanswered)
  return {}
}
