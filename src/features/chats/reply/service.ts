import { desc, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { atomically, type Statement } from '../../../db/client.ts'
import { isGuardViolation, isUniqueViolation } from '../../../db/errors.ts'
import { badRequest, conflict } from '../../../errors.ts'
import type { ApprovalRow } from '../../approvals/model.ts'
import { cancelOpen } from '../../approvals/record.ts'
import { answerApproval, checkAnswer, findApproval } from '../../approvals/service.ts'
import type { Caller } from '../../keys/model.ts'
import { readAbout } from '../about/service.ts'
import { chargeReply, releaseReply } from '../charging/service.ts'
import type { Frame, MessagePart, Said } from '../message/model.ts'
import { cancelWaiting } from '../message/rules.ts'
import {
  type ApprovalAnswer,
  type ChatMessage,
  type ChatRow,
  type SendBody,
  toChannel,
  toMessage,
} from '../model.ts'
import { chooseModel } from '../models/service.ts'
import { addMessage, isTaken, leaveChat, type Owned, openChat, takeChat, writeMessage } from '../record.ts'
import { isTimezone, titleOf } from '../rules.ts'
import { findChatByChannel, getChatRow } from '../service.ts'
import { chatMessages } from '../table.ts'
import { titleChatJob } from '../titles/job.ts'
import type { Reply } from './model.ts'

/** A reply that has begun. */
export type Begun = { chatId: string; frames: AsyncGenerator<Frame, void> }

type Send = { caller: Caller; body: SendBody; leave: AbortController }

/** Begins the reply to a message, in a new chat or in that of its channel (contract 15.5). */
export async function beginChat(ctx: Context, { caller, body, leave }: Send): Promise<Begun> {
  const channel = readChannel(body)
  const known = await findKnown(ctx, caller, channel)
  if (known) return goOn(ctx, known, { caller, body, leave })
  if (body.approvals) throw badRequest('approvals are answered in the chat that they are of')
  const message = readMessage(body)
  const settings = await readSettings(ctx, caller, body)
  const owned = { chatId: crypto.randomUUID(), owner: Bun.randomUUIDv7() }
  const { row, statement } = openChat(
    ctx,
    {
      id: owned.chatId,
      organizationId: caller.organization.id,
      title: titleOf(message),
      ...channel,
      startedBy: caller.id,
    },
    owned.owner,
  )
  const asked = toAsked(message, settings)
  await spend(ctx, caller, owned)
  try {
    await commit(ctx, owned, [
      statement,
      addMessage(ctx, owned.chatId, asked),
      titleChatJob.insert(ctx, { chatId: owned.chatId }, { key: owned.chatId }),
    ])
  } catch (error) {
    // Another first message of the channel came at the same time: both are of one chat.
    if (!isUniqueViolation(error, 'chats.channel_id')) throw error
    return beginChat(ctx, { caller, body, leave })
  }
  ctx.jobsReady.wake()
  return begin(ctx, caller, row, { owned, settings, history: [asked], said: newReply(), answered: [], leave })
}

/** Begins the reply to a message in a chat, or goes on with the one that waited for the answers. */
export async function sendToChat(ctx: Context, chatId: string, send: Send): Promise<Begun> {
  return goOn(ctx, await getChatRow(ctx, send.caller, chatId), send)
}

async function goOn(ctx: Context, row: ChatRow, { caller, body, leave }: Send): Promise<Begun> {
  if (!body.approvals === !body.message) throw badRequest('Send a message or approvals, and not both')
  const settings = await readSettings(ctx, caller, body)
  await checkApprovals(ctx, caller, row.id, body.approvals ?? [])
  if (isTaken(row, ctx.now())) throw taken()
  const owned = { chatId: row.id, owner: Bun.randomUUIDv7() }
  const history = await readHistory(ctx, row.id)
  await spend(ctx, caller, owned)
  const common = { owned, settings, leave }
  if (body.approvals) {
    await commit(ctx, owned, takeChat(ctx, owned))
    const answered = await answerAll(ctx, caller, owned, body.approvals)
    const last = history.findLast(({ role }) => role === 'assistant')
    const said = last ? toSaid(last) : newReply()
    return begin(ctx, caller, row, {
      ...common,
      history: history.filter((each) => each !== last),
      said,
      answered,
    })
  }
  const asked = toAsked(readMessage(body), settings)
  const cancelled = history.flatMap((message) => cancelWaiting(message) ?? [])
  await commit(ctx, owned, [
    ...takeChat(ctx, owned),
    cancelOpen(ctx, row.id),
    ...cancelled.map((message) => writeMessage(ctx, row.id, message)),
    addMessage(ctx, row.id, asked),
  ])
  const told = history.map((message) => cancelled.find(({ id }) => id === message.id) ?? message)
  return begin(ctx, caller, row, { ...common, history: [...told, asked], said: newReply(), answered: [] })
}

type Settings = Awaited<ReturnType<typeof readSettings>>

/** What a message asks for besides what it says; 400 for what there is not. */
async function readSettings(ctx: Context, { organization }: Caller, body: SendBody) {
  const { model, enableThinking, thinkingLevel, timezone, context } = body
  if (timezone && !isTimezone(timezone))
    throw badRequest('There is no such timezone: send a name such as Europe/Berlin')
  const requestedModel = model ?? 'auto'
  const chosen = await chooseModel(ctx, organization.id, requestedModel)
  const showsThoughts = enableThinking !== false
  const requested = thinkingLevel ?? (showsThoughts ? 'medium' : 'off')
  return {
    chosen,
    requestedModel,
    requestedThinkingLevel: requested,
    thinkingLevel: chosen.model.thinking ? requested : ('off' as const),
    showsThoughts,
    timezone: timezone ?? null,
    about: await readAbout(ctx, organization.id, context ?? []),
  }
}

function readMessage({ message }: SendBody): string {
  if (message) return message
  throw badRequest('message must have 1 to 50000 characters')
}

function readChannel({ externalChannelId: channel }: SendBody): Pick<ChatRow, 'channelSource' | 'channelId'> {
  if (!channel) return { channelSource: null, channelId: null }
  if (!channel.id && channel.source !== 'dashboard') throw badRequest('externalChannelId.id is required')
  return { channelSource: channel.source, channelId: channel.id ?? null }
}

async function findKnown(
  ctx: Context,
  caller: Caller,
  { channelSource: source, channelId: id }: ReturnType<typeof readChannel>,
) {
  return source && id ? findChatByChannel(ctx, caller, { source, id }) : null
}

/** Looks at answers before anything is charged: 400 for what never waited here, 403 for who may not say. */
async function checkApprovals(ctx: Context, caller: Caller, chatId: string, answers: ApprovalAnswer[]) {
  for (const { id, ...answer } of answers) {
    const row = await findApproval(ctx, caller, inChat(chatId), id)
    if (!row) throw badRequest(`There is no approval ${id} in this chat`)
    if (row.status === 'open') await checkAnswer(ctx, caller, row, answer)
  }
}

const inChat = (conversationId: string) => ({ conversationKind: 'chat' as const, conversationId })

/** Settles each answer, the first one of several; where that fails the chat is free again. */
async function answerAll(ctx: Context, caller: Caller, owned: Owned, answers: ApprovalAnswer[]) {
  try {
    const answered: ApprovalRow[] = []
    for (const { id, ...answer } of answers) {
      const { approval, outcome } = await answerApproval(ctx, caller, inChat(owned.chatId), id, answer)
      answered.push(outcome === 'ignored' ? approval : { ...approval, reason: answer.reason ?? null })
    }
    return answered
  } catch (error) {
    await atomically(ctx.db, [...leaveChat(ctx, owned), ...releaseReply(ctx, owned.owner)])
    throw error
  }
}

/** Credits first, which cost nothing to look at, then the bucket (contract 3.5). */
async function spend(ctx: Context, caller: Caller, { owner }: Owned) {
  await chargeReply(ctx, caller.organization.id, owner)
  try {
    await caller.spend()
  } catch (error) {
    await atomically(ctx.db, releaseReply(ctx, owner))
    throw error
  }
}

/** Writes what begins a reply; 409 where another took the chat meanwhile. */
async function commit(ctx: Context, { owner }: Owned, statements: Statement[]) {
  try {
    await atomically(ctx.db, statements)
  } catch (error) {
    await atomically(ctx.db, releaseReply(ctx, owner))
    throw isGuardViolation(error) ? taken() : error
  }
}

const taken = () => conflict('A response is already being generated for this chat')

/** More than fits into any model's room. */
const mostMessages = 400

async function readHistory(ctx: Context, chatId: string): Promise<ChatMessage[]> {
  const rows = await ctx.db
    .select()
    .from(chatMessages)
    .where(eq(chatMessages.chatId, chatId))
    .orderBy(desc(chatMessages.place))
    .limit(mostMessages)
  return rows.reverse().map(toMessage)
}

function toAsked(message: string, { about, timezone }: Settings): ChatMessage {
  const metadata = { ...(about.length > 0 && { context: about }), ...(timezone && { timezone }) }
  return {
    id: Bun.randomUUIDv7(),
    role: 'user',
    parts: [{ type: 'text', text: message }],
    ...(Object.keys(metadata).length > 0 && { metadata }),
  }
}

const newReply = (): Said => ({ id: Bun.randomUUIDv7(), role: 'assistant', parts: [], metadata: {} })

const toSaid = ({ id, parts, metadata = {} }: ChatMessage): Said => ({
  id,
  role: 'assistant',
  parts: parts as MessagePart[],
  metadata,
})

type Beginning = Pick<Reply, 'owned' | 'history' | 'said' | 'answered'> & {
  settings: Settings
  leave: AbortController
}

async function begin(
  ctx: Context,
  { id, organization }: Caller,
  row: ChatRow,
  { settings, leave, ...reply }: Beginning,
): Promise<Begun> {
  const { writeReply } = await import('./work.ts')
  const { about, ...chosen } = settings
  const { requestedModel, thinkingLevel, requestedThinkingLevel } = settings
  const channel = toChannel(row)
  const metadata = {
    chatId: row.id,
    model: settings.chosen.id,
    requestedModel,
    thinkingLevel,
    requestedThinkingLevel,
    createdAt: ctx.now().getTime(),
    ...(channel && { externalChannelId: channel }),
  }
  const asker = { id, organizationId: organization.id }
  const chatUrl = `${ctx.config.appUrl}/app/${organization.slug}/chats/${row.id}`
  return { chatId: row.id, frames: writeReply(ctx, { ...reply, ...chosen, asker, metadata, chatUrl }, leave) }
}
