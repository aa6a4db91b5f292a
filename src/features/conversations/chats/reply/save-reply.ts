import type { Context } from '../../../../context.ts'
import { atomically, type Statement } from '../../../../db/client.ts'
import { isGuardViolation } from '../../../../db/errors.ts'
import { describeError } from '../../../../explain.ts'
import type { ReplyMessage } from '../message.ts'
import type { ChatMessage } from '../model.ts'
import { type ReplyLease, releaseChat, renewLease, writeMessage } from '../record.ts'

/** A third of the lease, so that two renewals may fail. */
const renewMilliseconds = 5_000
/** The text is stored at most this often. */
const keepMilliseconds = 1000

export type ReplySaver = ReturnType<typeof createKeeper>

/**
 * Stores the text of a reply and renews its lease on the chat. Calls `onLost` if another reply has taken the chat.
 */
export function createKeeper(ctx: Context, owned: ReplyLease, said: ReplyMessage, onLost: () => void) {
  let keptAt = ctx.now().getTime()
  const renewal = setInterval(() => void tryWrite(renewLease(ctx, owned)), renewMilliseconds)

  const write = () => (said.parts.length > 0 ? [writeMessage(ctx, owned.chatId, said as ChatMessage)] : [])

  async function tryWrite(statements: Statement[]): Promise<void> {
    try {
      await atomically(ctx.db, statements)
    } catch (error) {
      if (isGuardViolation(error)) return onLost()
      // The text stays in memory until the next write.
      ctx.log.warn(
        { chatId: owned.chatId, error: describeError(error) },
        'A chat reply could not be stored yet. The next part of the reply tries again.',
      )
    }
  }

  return {
    /** Stores the text, unless that was done less than a second ago. */
    async keepSometimes(): Promise<void> {
      if (ctx.now().getTime() - keptAt < keepMilliseconds) return
      keptAt = ctx.now().getTime()
      await tryWrite([...renewLease(ctx, owned), ...write()])
    },
    /** Stores the text together with `statements`, or fails. */
    async keep(statements: Statement[] = []): Promise<void> {
      keptAt = ctx.now().getTime()
      await atomically(ctx.db, [...renewLease(ctx, owned), ...write(), ...statements])
    },
    /** Stores the text and frees the chat. If the chat was deleted or taken over, only `charges` are stored. */
    async end(charges: Statement[]): Promise<void> {
      clearInterval(renewal)
      try {
        // Its release puts the text into the index of chats.
        await atomically(ctx.db, [
          ...renewLease(ctx, owned),
          ...write(),
          ...releaseChat(ctx, owned),
          ...charges,
        ])
      } catch (error) {
        if (!isGuardViolation(error)) throw error
        await atomically(ctx.db, charges)
      }
    },
  }
}
