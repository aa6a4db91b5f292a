import { applyFrame, type Frame } from '../message.ts'
import type { Reply } from './reply-types.ts'

type Written = { reply: Pick<Reply, 'said'> }

/** Applies frames to the stored reply as they are sent, so that both are the same. */
export function* send({ reply }: Written, frames: Iterable<Frame>): Generator<Frame> {
  for (const frame of frames) {
    applyFrame(reply.said, frame)
    yield frame
  }
}

/** Sends a sentence of Herald as text, which every client shows. */
export function* sendText({ reply }: Written, text: string): Generator<Frame> {
  const blocks = createBlocks(reply.said.parts.length)
  yield* send({ reply }, blocks.say('text', text))
  yield* send({ reply }, blocks.end())
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
