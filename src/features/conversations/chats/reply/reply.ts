import { ModelError } from '../../../../ai/error.ts'
import { centsOf } from '../../../../ai/usage.ts'
import type { Context } from '../../../../context.ts'
import { isRefusal } from '../../../../errors.ts'
import { describeError } from '../../../../explain.ts'
import { confirmReply, releaseReply } from '../../engine/charge.ts'
import { ReachedLimit, startDeadline } from '../../engine/limits.ts'
import { createMeter } from '../../engine/meter.ts'
import { runCalls } from '../../engine/run-calls.ts'
import { runTurn } from '../../engine/run-turn.ts'
import { asSender, type ConversationTopics, findSenderTools, senderGone } from '../../engine/sender-tools.ts'
import {
  applyFrame,
  type FinishReason,
  type Frame,
  isCall,
  type MessagePart,
  nameOf,
  waitsForApproval,
} from '../message.ts'
import { toFinishMetadata, tokensIn } from './finish-metadata.ts'
import { createSender, textFrames } from './frames.ts'
import { pipe } from './pipe.ts'
import { createReplyTurn } from './reply-turn.ts'
import type { Reply } from './reply-types.ts'
import { createKeeper } from './save-reply.ts'

/**
 * Writes a reply, frame by frame, until the model has nothing more to do or something waits for a person. However it
 * ends, the reply is stored and the chat is free before the last frame. Without its reader it ends, unless it
 * `continuesAlone`.
 */
export const writeReply = (ctx: Context, reply: Reply, leave: AbortController): AsyncGenerator<Frame, void> =>
  pipe(
    (emit) => write(ctx, reply, leave, emit),
    () => {
      if (!reply.continuesAlone) leave.abort()
    },
  )

async function write(
  ctx: Context,
  reply: Reply,
  leave: AbortController,
  emit: (frame: Frame) => Promise<void>,
): Promise<void> {
  const { owned, said, chosen, asker } = reply
  const left = AbortSignal.any([leave.signal, ctx.closing.signal])
  const deadline = startDeadline()
  const sender = createSender(said, emit, left)
  const keeper = createKeeper(ctx, owned, said, () => leave.abort())
  const steps = said.parts.filter(({ type }) => type === 'step-start').length
  const meter = createMeter({ steps, tokens: tokensIn(said.metadata) })
  const startedAt = ctx.now()
  let isOver = false
  let hasFailed = false

  async function end(): Promise<void> {
    if (isOver) return
    deadline.stop()
    if (ctx.streams.get(owned.chatId) === leave) ctx.streams.delete(owned.chatId)
    const used = meter.used()
    await keeper.end(
      hasFailed && used.outputTokens === 0
        ? releaseReply(ctx, owned.owner)
        : confirmReply(ctx, asker.organizationId, owned.owner, centsOf(chosen.model, used)),
    )
    isOver = true
  }

  /** The parts that were stored before stay, and the chat is free once its lease ends. */
  const noteLoss = (error: unknown) =>
    ctx.log.error(
      { chatId: owned.chatId, error: describeError(error) },
      'The end of a chat reply could not be stored. The chat accepts messages again shortly.',
    )

  try {
    ctx.streams.set(owned.chatId, leave)
    await sender.send([{ type: 'start', messageId: said.id, messageMetadata: reply.metadata }])
    const tools = await asSender(() => findSenderTools(ctx, asker, pastOf(reply)))
    const signal = AbortSignal.any([left, deadline.signal])
    const replying = createReplyTurn({
      ...{ ctx, reply, keeper, sender, meter, signal, startedAt },
      tools: tools ?? [],
    })
    await replying.endDenied()
    if (!tools) {
      await runCalls(replying.turn)
      await sender.send(textFrames(said, senderGone))
    }
    const finishReason = tools ? await runSteps(reply, replying) : 'other'
    const times = { began: startedAt, firstPart: replying.firstPartAt(), ended: ctx.now() }
    const messageMetadata = times.firstPart && toFinishMetadata(reply, meter.total(), times)
    const finish: Frame = { type: 'finish', finishReason, ...(messageMetadata && { messageMetadata }) }
    applyFrame(said, finish)
    await end()
    await emit(finish)
  } catch (error) {
    hasFailed = !left.aborted
    await end().catch(() => {})
    await emit(
      left.aborted ? { type: 'abort' } : { type: 'error', errorText: describeFailure(ctx, reply, error) },
    )
  } finally {
    await end().catch(end).catch(noteLoss)
  }
}

/** Runs the steps of a reply and returns why it ended. */
async function runSteps(
  { said, answered }: Reply,
  { turn, reason, interrupt }: ReturnType<typeof createReplyTurn>,
): Promise<FinishReason> {
  // The answers were to an earlier message.
  if (said.parts.length > 0 && answered.length === 0)
    return said.parts.some(waitsForApproval) ? 'tool-calls' : 'stop'
  try {
    return (await runTurn(turn)) === 'waiting' ? 'tool-calls' : reason()
  } catch (error) {
    if (!(error instanceof ReachedLimit)) throw error
    await interrupt(error.message)
    return 'other'
  }
}

/** What people said, and which tools were called for it. */
function pastOf({ said, history }: Reply): ConversationTopics {
  const people = history.filter(({ role }) => role === 'user').flatMap(({ parts }) => parts)
  const parts = [...history, said].flatMap((message) => message.parts as MessagePart[])
  return {
    said: people.map(({ text }) => text).filter((text) => typeof text === 'string'),
    called: parts.filter(isCall).map(nameOf),
  }
}

/** The sentence that a client reads about a failure. */
function describeFailure({ log }: Context, { owned, chosen }: Reply, error: unknown): string {
  const { chatId } = owned
  if (error instanceof ModelError) {
    log.warn(
      { chatId, model: chosen.id, reason: error.message },
      'The model of a chat failed. The user sees the reason.',
    )
    return error.message
  }
  if (isRefusal(error)) return error.message
  log.error(
    { chatId, error: describeError(error) },
    'A chat reply failed unexpectedly. The user can send the message again.',
  )
  return 'Failed to process chat request'
}
