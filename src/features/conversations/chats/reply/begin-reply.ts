import type { Context } from '../../../../context.ts'
import { atomically, type Statement } from '../../../../db/client.ts'
import { isUniqueViolation } from '../../../../db/errors.ts'
import { badRequest } from '../../../../errors.ts'
import type { Caller } from '../../../keys/model.ts'
import { cancelOpen } from '../../approvals/record.ts'
import { beginCharged } from '../../engine/charge.ts'
import { titleChatJob } from '../job.ts'
import type { MessagePart, ReplyMessage } from '../message.ts'
import { cancelWaiting, isCall } from '../message.ts'
import { type ChatMessage, type ChatRow, type SendBody, toChannel } from '../model.ts'
import {
  addMessage,
  claimChat,
  isTaken,
  openChat,
  type ReplyLease,
  readHistory,
  removeLast,
  writeMessage,
} from '../record.ts'
import { findChatByChannel, getChatRow } from '../service.ts'
import { readAnswers } from './approvals.ts'
import { readChannel, readMessage, readSettings, type Settings, toAsked } from './read-request.ts'
import { findEarlierReply, recordReply, taken } from './repeat-reply.ts'
import type { Reply, StartedReply } from './reply-types.ts'

type SendOptions = { caller: Caller; body: SendBody; leave: AbortController }

/** Begins the reply to a message, in a new chat or in the chat of its channel (contract 15.5). */
export async function beginChat(ctx: Context, { caller, body, leave }: SendOptions): Promise<StartedReply> {
  const earlier = await findEarlierReply(ctx, caller)
  if (earlier) return earlier
  const channel = readChannel(body)
  const known = await findKnown(ctx, caller, channel)
  if (known) {
    checkSent(body)
    return continueChat(ctx, known, { caller, body, leave })
  }
  if (body.approvals) throw badRequest('approvals can only be answered in their chat')
  if (body.replaces) throw badRequest('A new chat has no message to replace')
  const message = readMessage(body)
  const settings = await readSettings(ctx, caller, body)
  const owned = { chatId: crypto.randomUUID(), owner: Bun.randomUUIDv7() }
  const { row, statements } = openChat(
    ctx,
    {
      id: owned.chatId,
      organizationId: caller.organization.id,
      ...channel,
      startedBy: caller.id,
    },
    message,
    owned.owner,
  )
  const asked = toAsked(message, settings)
  const said = newReply()
  try {
    await claim(ctx, caller, owned, said, [
      ...statements,
      addMessage(ctx, owned.chatId, asked),
      titleChatJob.insert(ctx, { chatId: owned.chatId }, { key: owned.chatId }),
    ])
  } catch (error) {
    // Another first message of the channel came at the same time. Both belong to one chat.
    if (!isUniqueViolation(error, 'chats.channel_id')) throw error
    return beginChat(ctx, { caller, body, leave })
  }
  ctx.jobsReady.wake()
  return begin(ctx, caller, row, { owned, settings, history: [asked], said, answered: [], leave })
}

/** Begins the reply to a message in a chat, or continues the reply that waited for answers. */
export async function sendToChat(ctx: Context, chatId: string, send: SendOptions): Promise<StartedReply> {
  checkSent(send.body)
  const earlier = await findEarlierReply(ctx, send.caller)
  return earlier ?? continueChat(ctx, await getChatRow(ctx, send.caller, chatId), send)
}

/** Refuses a body with a message and answers, or with neither (contract 15.3), before anything is looked up. */
function checkSent({ message, approvals, replaces }: SendBody) {
  if (!approvals === !message) throw badRequest('Send a message or approvals, and not both')
  if (approvals && replaces) throw badRequest('replaces needs a message')
}

async function continueChat(
  ctx: Context,
  row: ChatRow,
  { caller, body, leave }: SendOptions,
): Promise<StartedReply> {
  const settings = await readSettings(ctx, caller, body)
  const answers = await readAnswers(ctx, caller, row.id, body.approvals ?? [])
  if (isTaken(row, ctx.now())) throw taken()
  const owned = { chatId: row.id, owner: Bun.randomUUIDv7() }
  const history = await readHistory(ctx, row.id)
  const common = { owned, settings, leave }
  if (body.approvals) {
    const statements = answers.flatMap((answer) => answer.statements)
    const last = history.findLast(({ role }) => role === 'assistant')
    const said = last ? toSaid(last) : newReply()
    await claim(ctx, caller, owned, said, [...claimChat(ctx, owned), ...statements])
    // Answers to earlier messages do not continue this one.
    const answered = answers.map(({ approval }) => approval).filter(({ id }) => asksFor(said, id))
    return begin(ctx, caller, row, {
      ...common,
      history: history.filter((each) => each !== last),
      said,
      answered,
      // The reply keeps the rights of the sender of the message, not those of the approver.
      askerId: answered[0]?.askedBy ?? caller.id,
    })
  }
  const asked = toAsked(readMessage(body), settings)
  const kept = body.replaces ? beforeLast(history, body.replaces) : history
  const cancelled = kept.flatMap((message) => cancelWaiting(message) ?? [])
  const said = newReply()
  await claim(ctx, caller, owned, said, [
    ...claimChat(ctx, owned),
    cancelOpen(ctx, row.id),
    ...(body.replaces ? removeLast(ctx, row.id, body.replaces) : []),
    ...cancelled.map((message) => writeMessage(ctx, row.id, message)),
    addMessage(ctx, row.id, asked),
  ])
  const earlier = kept.map((message) => cancelled.find(({ id }) => id === message.id) ?? message)
  return begin(ctx, caller, row, { ...common, history: [...earlier, asked], said, answered: [] })
}

/** The messages before the user's last one, which must be the given one. */
function beforeLast(history: ChatMessage[], messageId: string): ChatMessage[] {
  const last = history.findLastIndex(({ role }) => role === 'user')
  if (history[last]?.id !== messageId) throw badRequest("replaces must be the ID of the user's last message")
  return history.slice(0, last)
}

/** Charges a reply and stores what begins it; 409 if another reply has the chat. */
const claim = (
  ctx: Context,
  caller: Caller,
  { chatId, owner }: ReplyLease,
  { id: messageId }: ReplyMessage,
  statements: Statement[],
): Promise<void> =>
  beginCharged(ctx, caller, {
    hold: owner,
    store: () => atomically(ctx.db, [...statements, ...recordReply(ctx, caller, { chatId, messageId })]),
    refusal: taken,
  })

async function findKnown(
  ctx: Context,
  caller: Caller,
  { channelSource: source, channelId: id }: ReturnType<typeof readChannel>,
) {
  return source && id ? findChatByChannel(ctx, caller, { source, id }) : null
}

const asksFor = ({ parts }: ReplyMessage, approvalId: string) =>
  parts.some((part) => isCall(part) && part.approval?.id === approvalId)

const newReply = (): ReplyMessage => ({ id: Bun.randomUUIDv7(), role: 'assistant', parts: [], metadata: {} })

const toSaid = ({ id, parts, metadata = {} }: ChatMessage): ReplyMessage => ({
  id,
  role: 'assistant',
  parts: parts as MessagePart[],
  metadata,
})

type NewReply = Pick<Reply, 'owned' | 'history' | 'said' | 'answered'> & {
  settings: Settings
  leave: AbortController
  /** The id of the sender, whose rights the reply has; the caller if left out. */
  askerId?: string
}

async function begin(
  ctx: Context,
  { id, organization, person }: Caller,
  row: ChatRow,
  { settings, leave, askerId = id, ...reply }: NewReply,
): Promise<StartedReply> {
  const { writeReply } = await import('./reply.ts')
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
  const asker = { id: askerId, organizationId: organization.id }
  const chatUrl = `${ctx.config.appUrl}/app/${organization.slug}/chats/${row.id}`
  const started = { ...reply, ...chosen, asker, metadata, chatUrl, continuesAlone: person !== null }
  return { chatId: row.id, frames: writeReply(ctx, started, leave) }
}
