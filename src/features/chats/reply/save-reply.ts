import type { Context } from '../../../context.ts'
import { atomically, type Statement } from '../../../db/client.ts'
import { isGuardViolation } from '../../../db/errors.ts'
import { describeError } from '../../../explain.ts'
import type { Tool } from '../../tools/tools.ts'
import type { Frame, Said } from '../message.ts'
import { applyFrame } from '../message.ts'
import type { ChatMessage } from '../model.ts'
import { holdChat, leaveChat, type Owned, writeMessage } from '../record.ts'
import { renewMilliseconds } from '../rules.ts'
import { createBlocks, type Meter } from './limits.ts'
import type { Reply } from './reply-types.ts'

/** At most so often is kept what is being said. */
const keepMilliseconds = 1000

export type Keeper = ReturnType<typeof createKeeper>

/**
 * Keeps what a reply says while it holds its chat, and says that it lives; `onLost` is told once where the chat is its
 * own no more.
 */
export function createKeeper(ctx: Context, owned: Owned, said: Said, onLost: () => void) {
  let keptAt = ctx.now().getTime()
  const renewal = setInterval(() => void tryWrite(holdChat(ctx, owned)), renewMilliseconds)

  const write = () => (said.parts.length > 0 ? [writeMessage(ctx, owned.chatId, said as ChatMessage)] : [])

  async function tryWrite(statements: Statement[]): Promise<void> {
    try {
      await atomically(ctx.db, statements)
    } catch (error) {
      if (isGuardViolation(error)) return onLost()
      // What is said is kept in memory until the next time.
      ctx.log.warn(
        { chatId: owned.chatId, error: describeError(error) },
        'A chat reply could not be stored yet. The next part of the reply tries again.',
      )
    }
  }

  return {
    /** Keeps what was said by now, where it is time to. */
    async keepSometimes(): Promise<void> {
      if (ctx.now().getTime() - keptAt < keepMilliseconds) return
      keptAt = ctx.now().getTime()
      await tryWrite([...holdChat(ctx, owned), ...write()])
    },
    /** Keeps what was said by now together with `statements`, or fails. */
    async keep(statements: Statement[] = []): Promise<void> {
      keptAt = ctx.now().getTime()
      await atomically(ctx.db, [...holdChat(ctx, owned), ...write(), ...statements])
    },
    /** Stores what was said and frees the chat. A chat that was deleted or taken over gets no text, but `charges` stay due. */
    async end(charges: Statement[]): Promise<void> {
      clearInterval(renewal)
      try {
        await atomically(ctx.db, [...leaveChat(ctx, owned), ...write(), ...charges])
      } catch (error) {
        if (!isGuardViolation(error)) throw error
        await atomically(ctx.db, charges)
      }
    },
  }
}

/** A reply while it is written. */
export type Turn = {
  ctx: Context
  reply: Reply
  tools: Tool[]
  keeper: Keeper
  meter: Meter
  isRepeated: (toolName: string, input: unknown) => boolean
  /** Throws a ReachedLimit once it has taken as much as a reply may. */
  checkLimits: () => void
  signal: AbortSignal
  /** Aborted as well once it takes too long, for a model that says nothing. */
  modelSignal: AbortSignal
}

/** What a reader is sent is what is kept. */
export function* tell({ reply }: Pick<Turn, 'reply'>, frames: Iterable<Frame>): Generator<Frame> {
  for (const frame of frames) {
    applyFrame(reply.said, frame)
    yield frame
  }
}

/** A sentence of ours, as text, which every client shows. */
export function* tellText({ reply }: Pick<Turn, 'reply'>, text: string): Generator<Frame> {
  const blocks = createBlocks(reply.said.parts.length)
  yield* tell({ reply }, blocks.say('text', text))
  yield* tell({ reply }, blocks.end())
}
