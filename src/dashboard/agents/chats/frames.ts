import type { Frame } from '../../../features/conversations/chats/message.ts'
import * as strings from './strings.ts'

/** Yields the frames of a reply; ends at `[DONE]`, and throws if the connection ends before. */
export async function* readFrames(body: ReadableStream<Uint8Array>): AsyncGenerator<Frame, void> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  while (true) {
    const { done, value } = await reader.read()
    if (done) throw new Error(strings.frames.connectionLost)
    text += decoder.decode(value, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      if (block === 'data: [DONE]') return
      // Other lines are comments, which the server sends as heartbeats.
      if (block.startsWith('data: ')) yield JSON.parse(block.slice('data: '.length)) as Frame
    }
  }
}
