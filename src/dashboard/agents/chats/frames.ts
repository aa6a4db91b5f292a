import type { Frame } from '../../../features/conversations/chats/message.ts'

/** The frames of a reply as they come; it ends at `[DONE]`, and fails where the connection ends before. */
export async function* readFrames(body: ReadableStream<Uint8Array>): AsyncGenerator<Frame, void> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  while (true) {
    const { done, value } = await reader.read()
    if (done) throw new Error('Connection lost.')
    text += decoder.decode(value, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      if (block === 'data: [DONE]') return
      // What begins otherwise is a comment, by which the server says that it lives.
      if (block.startsWith('data: ')) yield JSON.parse(block.slice('data: '.length)) as Frame
    }
  }
}
