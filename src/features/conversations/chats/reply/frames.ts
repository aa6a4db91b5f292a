import { applyFrame, type Frame, type ReplyMessage } from '../message.ts'

export type FrameSender = ReturnType<typeof createSender>

/** Applies each frame to the stored reply before it is emitted, so that both are the same. Throws once `signal` is aborted. */
export function createSender(said: ReplyMessage, emit: (frame: Frame) => Promise<void>, signal: AbortSignal) {
  async function emitAll(frames: Iterable<Frame>): Promise<void> {
    for (const frame of frames) {
      await emit(frame)
      signal.throwIfAborted()
    }
  }

  return {
    async send(frames: Iterable<Frame>): Promise<void> {
      for (const frame of frames) {
        applyFrame(said, frame)
        await emitAll([frame])
      }
    },
    /** Emits frames that were applied before. */
    emitAll,
  }
}

/** A sentence of Herald as text, which every client shows. */
export function textFrames({ parts }: ReplyMessage, text: string): Frame[] {
  const blocks = createBlocks(parts.length)
  return [...blocks.say('text', text), ...blocks.end()]
}

/**
 * Turns deltas of texts and thoughts into blocks, of which at most one is open. Their ids count from `first`, since they
 * are unique within a message.
 */
export function createBlocks(first: number) {
  let open: { type: 'text' | 'reasoning'; id: string } | null = null
  let next = first

  function* end(): Generator<Frame> {
    if (open) yield { type: `${open.type}-end`, id: open.id }
    open = null
  }

  return {
    end,
    *say(type: 'text' | 'reasoning', delta: string): Generator<Frame> {
      if (open?.type !== type) {
        yield* end()
        open = { type, id: `${type}-${next++}` }
        yield { type: `${type}-start`, id: open.id }
      }
      yield { type: `${type}-delta`, id: open.id, delta }
    },
  }
}

/** An id for a call that every endpoint accepts. The ids of models repeat and have any form. */
export function newCallId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => (byte % 36).toString(36)).join('')
}
