import { and, asc, eq, gt } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { streamJson } from '../../../http/stream-text.ts'
import { writeHeading, writeTurn } from '../engine/markdown.ts'
import { type Chat, type ChatMessage, toMessage } from './model.ts'
import { chatMessages } from './table.ts'
import { toTurns, wordsOf } from './turns.ts'

/** Messages in one slice: a chat has no maximum, and a reply may contain a megabyte of tool results. */
const sliceSize = 20

type Slices = AsyncGenerator<ChatMessage[], void>

/** Reads the messages of a chat in their order, slice by slice; all slices but the last are full. */
export async function* readMessages(ctx: Context, chatId: string): Slices {
  for (let after = -1; ; ) {
    const rows = await ctx.db
      .select()
      .from(chatMessages)
      .where(and(eq(chatMessages.chatId, chatId), gt(chatMessages.place, after)))
      .orderBy(asc(chatMessages.place))
      .limit(sliceSize)
    yield rows.map(toMessage)
    const last = rows.at(-1)
    if (!last || rows.length < sliceSize) return
    after = last.place
  }
}

/** Adds its messages to the rest of a response about a chat; a long one is streamed. */
export async function withMessages<T extends object>(ctx: Context, chatId: string, rest: T) {
  const slices = readMessages(ctx, chatId)
  const messages = (await slices.next()).value ?? []
  return messages.length < sliceSize
    ? { ...rest, messages }
    : streamJson(writeMessages(rest, messages, slices))
}

async function* writeMessages(
  rest: object,
  first: ChatMessage[],
  slices: Slices,
): AsyncGenerator<string, void> {
  const toItems = (messages: ChatMessage[]) => messages.map((each) => JSON.stringify(each)).join(',')
  yield `${JSON.stringify(rest).slice(0, -1)},"messages":[${toItems(first)}`
  for await (const messages of slices) if (messages.length > 0) yield `,${toItems(messages)}`
  yield ']}'
}

/** A chat as Markdown, a few turns at a time. */
export async function* writeMarkdown(chat: Chat, slices: Slices): AsyncGenerator<string, void> {
  const toText = (messages: ChatMessage[]) => toTurns(messages, wordsOf).map(writeTurn).join('')
  yield writeHeading(chat)
  // Of the last turn, which may continue in the next slice.
  let open: ChatMessage[] = []
  for await (const messages of slices) {
    const all = [...open, ...messages]
    const start = Math.max(
      0,
      all.findLastIndex(({ role }) => role === 'user'),
    )
    if (start > 0) yield toText(all.slice(0, start))
    open = all.slice(start)
  }
  if (open.length > 0) yield toText(open)
}
