import { parseJsonEventStream, type UIMessageChunk, uiMessageChunkSchema } from 'ai'
import { OperatorError } from '../errors.ts'
import { terminalLine, terminalText } from '../text/line.ts'
import type { Terminal } from './command.ts'

/** Where is talked, and by which key; a new chat where none is named. */
export type Place = { url: string; key: string; chatId: string | null }
/** A call that waits for a person, and what it would do. */
export type Waiting = { id: string; what: string }
export type Answer = { id: string; approved: boolean }
export type Reply = { chatId: string; waiting: Waiting[] }

/** Sends a message, or answers, and writes the reply while it comes; an OperatorError says what went wrong. */
export async function sendToChat(
  terminal: Terminal,
  { url, key, chatId }: Place,
  body: { message: string } | { approvals: Answer[] },
): Promise<Reply> {
  const path = chatId === null ? '' : `/${encodeURIComponent(chatId)}`
  const response = await fetch(`${url.replace(/\/+$/, '')}/v1/chats${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new OperatorError(`The server at ${url} cannot be reached.`)
  })
  if (!response.ok || !response.body) throw new OperatorError(await readRefusal(response))
  const waiting: Waiting[] = []
  for await (const frame of readFrames(response.body)) {
    if (frame.type === 'error') throw new OperatorError(terminalLine(frame.errorText))
    if (frame.type === 'abort') throw new OperatorError('The reply was broken off; what was said is kept.')
    if (frame.type === 'tool-approval-request')
      waiting.push({ id: frame.approvalId, what: frame.reason ?? '' })
    write(terminal, frame)
  }
  return { chatId: response.headers.get('x-chat-id') ?? chatId ?? '', waiting }
}

async function* readFrames(body: ReadableStream<Uint8Array>): AsyncGenerator<UIMessageChunk> {
  try {
    for await (const read of parseJsonEventStream({ stream: body as never, schema: uiMessageChunkSchema }))
      if (read.success) yield read.value
  } catch {
    throw new OperatorError('The connection broke off; what was said is kept in the chat.')
  }
}

/** Text on stdout as it comes; what is done meanwhile on stderr, so that a pipe gets the answer alone. */
function write(terminal: Terminal, frame: UIMessageChunk): void {
  if (frame.type === 'text-delta') terminal.write(terminalText(frame.delta))
  if (frame.type === 'text-end') terminal.write('\n')
  if (frame.type === 'tool-input-available') terminal.warn(`[${terminalLine(frame.toolName)}]`)
  if (frame.type === 'tool-output-error' || frame.type === 'tool-input-error')
    terminal.warn(`[${terminalLine(frame.errorText)}]`)
}

async function readRefusal(response: Response): Promise<string> {
  const body = (await response.json().catch(() => null)) as { error?: unknown } | null
  if (typeof body?.error !== 'string') return `The server answered with status ${response.status}.`
  const error = terminalLine(body.error)
  return /[.!?]$/.test(error) ? error : `${error}.`
}
