import type { UIMessage } from 'ai'
import { desc, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { callOutcomes, denied } from '../engine/call-outcomes.ts'
import { aboutLines } from './about.ts'
import { type CallPart, isCall, type MessagePart, newMessageReason } from './message.ts'
import { type About, type ChatMessage, toMessage } from './model.ts'
import { chatMessages } from './table.ts'

/** Characters of what was said before; four of them make a token at the least. */
const historyCharacters = 240_000

/**
 * What was said as a model is told it, within `room`: the newest turns first. Outputs of old calls are left out before
 * words are, thoughts of earlier replies always.
 */
export function toHistory(messages: ChatMessage[], room = historyCharacters): UIMessage[] {
  const last = messages.length - 1
  const told = messages.map((message, index) => describeMessage(message, index === last))
  dropOutputs(told, room)
  return dropTurns(told, room) as UIMessage[]
}

/** Whole turns go, the oldest first; the newest stays whatever it takes. */
function dropTurns(messages: ChatMessage[], room: number): ChatMessage[] {
  let kept = messages.length
  let left = room
  for (let index = messages.length - 1; index >= 0; index--) {
    left -= weigh(messages[index])
    const isTurn = messages[index]?.role === 'user'
    if (left < 0 && messages.slice(kept).some(({ role }) => role === 'user')) break
    if (isTurn) kept = index
  }
  return messages.slice(kept)
}

/** Outputs go until the rest fits, the oldest first; those of the last step stay. */
function dropOutputs(messages: ChatMessage[], room: number): void {
  let tooMuch = messages.reduce((sum, message) => sum + weigh(message), 0) - room
  const parts = messages.flatMap((message) => message.parts as MessagePart[])
  const lastStep = parts.findLastIndex(({ type }) => type === 'step-start')
  for (const [index, part] of parts.entries()) {
    if (tooMuch <= 0) return
    if (index > lastStep || !isCall(part) || part.state !== 'output-available') continue
    const saved = weigh(part.output) - callOutcomes.leftOut.length
    if (saved <= 0) continue
    part.output = callOutcomes.leftOut
    tooMuch -= saved
  }
}

const weigh = (value: unknown) => JSON.stringify(value)?.length ?? 0

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

/** More than fits into any model's room. */
const maxMessages = 400

/** What was said in a chat, the newest of it, in its order. */
export async function readHistory(ctx: Context, chatId: string): Promise<ChatMessage[]> {
  const rows = await ctx.db
    .select()
    .from(chatMessages)
    .where(eq(chatMessages.chatId, chatId))
    .orderBy(desc(chatMessages.place))
    .limit(maxMessages)
  return rows.reverse().map(toMessage)
}
