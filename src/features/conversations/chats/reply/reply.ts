import { ModelError } from '../../../../ai/error.ts'
import { addTokens, centsOf } from '../../../../ai/usage.ts'
import type { Context } from '../../../../context.ts'
import { AppError } from '../../../../errors.ts'
import { describeError } from '../../../../explain.ts'
import { callOutcomes } from '../../engine/call-outcomes.ts'
import { confirmReply, releaseReply } from '../../engine/charge.ts'
import { checkLimits, maxMilliseconds, ReachedLimit, tookTooLong } from '../../engine/limits.ts'
import { asSender, findSenderTools, type Past, senderGone } from '../../engine/sender-tools.ts'
import type { FinishReason, Frame, MessagePart } from '../message.ts'
import { isCall, lastStep, nameOf } from '../message.ts'
import { toFinishMetadata, tokensIn } from './finish-metadata.ts'
import { send, sendText } from './frames.ts'
import { createMeter } from './meter.ts'
import type { Reply } from './reply-types.ts'
import { endCalls, refuseCalls, runAnswered, runCalls } from './run-calls.ts'
import { createKeeper, type Turn } from './save-reply.ts'
import { speak } from './stream-model.ts'

/**
 * Writes a reply, frame by frame, until the model has nothing more to do or something waits for a person. Whatever ends
 * it, what was said is kept and the chat is free before the last frame.
 */
export async function* writeReply(
  ctx: Context,
  reply: Reply,
  leave: AbortController,
): AsyncGenerator<Frame, void> {
  const { owned, said, chosen, asker } = reply
  const signal = AbortSignal.any([leave.signal, ctx.closing.signal])
  const keeper = createKeeper(ctx, owned, said, () => leave.abort())
  const meter = createMeter()
  const before = tokensIn(said.metadata)
  const time: Time = { began: ctx.now(), firstPart: null }
  const late = new AbortController()
  const lateness = setTimeout(() => late.abort(tookTooLong()), maxMilliseconds)
  let isOver = false
  let hasFailed = false

  async function end(): Promise<void> {
    if (isOver) return
    clearTimeout(lateness)
    if (ctx.streams.get(owned.chatId) === leave) ctx.streams.delete(owned.chatId)
    const cents = centsOf(chosen.model, meter.total())
    await keeper.end(
      hasFailed && meter.total().outputTokens === 0
        ? releaseReply(ctx, owned.owner)
        : confirmReply(ctx, asker.organizationId, owned.owner, cents),
    )
    isOver = true
  }

  /** Nobody can be told any more: what was kept before stays, and the chat is free once its lease ends. */
  const noteLoss = (error: unknown) =>
    ctx.log.error(
      { chatId: owned.chatId, error: describeError(error) },
      'The end of a chat reply could not be stored. The chat accepts messages again shortly.',
    )

  try {
    ctx.streams.set(owned.chatId, leave)
    yield* send({ reply }, [{ type: 'start', messageId: said.id, messageMetadata: reply.metadata }])
    const offered = await asSender(() => findSenderTools(ctx, reply.asker, pastOf(reply)))
    const tools = offered ?? []
    const turn: Turn = {
      ...{ ctx, reply, tools, keeper, meter, signal },
      modelSignal: AbortSignal.any([signal, late.signal]),
      checkLimits: () =>
        checkLimits({
          finishedSteps: meter.steps(),
          outputTokens: addTokens(before, meter.total()).outputTokens,
          milliseconds: ctx.now().getTime() - time.began.getTime(),
        }),
    }
    yield* runAnswered(turn, reply.answered)
    const finishReason = offered ? yield* writeSteps(turn, time) : yield* endWithoutSender(turn)
    const used = addTokens(before, meter.total())
    const messageMetadata = toFinishMetadata(reply, used, { ...time, ended: ctx.now() })
    const finish: Frame = { type: 'finish', finishReason, ...(time.firstPart && { messageMetadata }) }
    const frames = [...send(turn, [finish])]
    await end()
    yield* frames
  } catch (error) {
    hasFailed = !signal.aborted
    await end().catch(() => {})
    if (signal.aborted) yield { type: 'abort' }
    else yield { type: 'error', errorText: describeFailure(ctx, reply, error) }
  } finally {
    await end().catch(end).catch(noteLoss)
  }
}

function* endWithoutSender(turn: Turn): Generator<Frame, FinishReason> {
  yield* sendText(turn, senderGone)
  return 'other'
}

/** What people said, and which tools were called for it. */
function pastOf({ said, history }: Reply): Past {
  const people = history.filter(({ role }) => role === 'user').flatMap(({ parts }) => parts)
  const parts = [...history, said].flatMap((message) => message.parts as MessagePart[])
  return {
    said: people.map(({ text }) => text).filter((text) => typeof text === 'string'),
    called: parts.filter(isCall).map(nameOf),
  }
}

/** Step after step, until nothing is called any more, something waits, or enough was done; gives why it ended. */
async function* writeSteps(turn: Turn, time: Time): AsyncGenerator<Frame, FinishReason> {
  const { said, answered } = turn.reply
  if (said.parts.some((part) => isCall(part) && part.state === 'approval-requested')) return 'tool-calls'
  const isContinued = answered.length > 0 && lastStep(said.parts).some(isCall)
  // The answers were to an earlier message, or the reply went on after them before.
  if (said.parts.length > 0 && !isContinued) return 'stop'
  for (;;) {
    const reason = yield* writeStep(turn, time)
    yield* send(turn, [{ type: 'finish-step' }])
    await turn.keeper.keep()
    if (reason) return reason
  }
}

/** One call of the model and what it calls; gives why the reply ends with it, null where it goes on. */
async function* writeStep(turn: Turn, time: Time): AsyncGenerator<Frame, FinishReason | null> {
  try {
    const { reason, calls, firstPartAt } = yield* speak(turn)
    time.firstPart ??= firstPartAt
    if (reason !== 'tool-calls') {
      yield* refuseCalls(turn, calls, callOutcomes.cutOff)
      return reason
    }
    if (yield* runCalls(turn, calls)) return 'tool-calls'
    turn.checkLimits()
    return null
  } catch (error) {
    if (!(error instanceof ReachedLimit)) throw error
    time.firstPart ??= turn.ctx.now()
    yield* endCalls(turn, callOutcomes.notRun)
    yield* sendText(turn, error.message)
    return 'other'
  }
}

type Time = { began: Date; firstPart: Date | null }

/** What a client is told of a failure: one sentence of ours. */
function describeFailure({ log }: Context, { owned, chosen }: Reply, error: unknown): string {
  const { chatId } = owned
  if (error instanceof ModelError) {
    log.warn(
      { chatId, model: chosen.id, reason: error.reason },
      'The model of a chat failed. The user sees the reason.',
    )
    return error.message
  }
  if (error instanceof AppError && error.status < 500) return error.message
  log.error(
    { chatId, error: describeError(error) },
    'A chat reply failed unexpectedly. The user can send the message again.',
  )
  return 'Failed to process chat request'
}
