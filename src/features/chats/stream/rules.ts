import type { Frame } from '../message/model.ts'

const encoder = new TextEncoder()

/** A frame on the wire (agents.md 1). */
export const encodeFrame = (frame: Frame) => encoder.encode(`data: ${JSON.stringify(frame)}\n\n`)
export const heartbeat = encoder.encode(': \n\n')
export const done = encoder.encode('data: [DONE]\n\n')

/** `no-cache` would let others keep it; proxies must not gather it. */
export const streamHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'private, no-store',
  'X-Accel-Buffering': 'no',
  'x-vercel-ai-ui-message-stream': 'v1',
}
