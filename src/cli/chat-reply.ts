import { parseJsonEventStream, type UIMessageChunk, uiMessageChunkSchema } from 'ai'
import { OperatorError } from '../errors.ts'
import { pendingLead } from '../features/conversations/chats/message.ts'
import { terminalLine, terminalText } from '../text/line.ts'
import type { Terminal } from './command.ts'

/** The server, API key and chat of a conversation. A null `chatId` is set by the first message. */
export type ChatServer = { url: string; key: string; chatId: string | null }
/** A tool call that is pending approval, and what it does. */
export type PendingCall = { id: string; what: string }
export type Answer = { id: string; approved: boolean }

/**
 * Sends a message or an approval, prints the reply as it arrives and returns the pending approvals. Throws an
 * OperatorError on failure. Aborting `signal` stops the reply; the part that arrived is saved.
 */
export async function sendToChat(
  terminal: Terminal,
  place: ChatServer,
  body: { message: string } | { approvals: Answer[] },
  signal?: AbortSignal,
): Promise<PendingCall[]> {
  const writer = createWriter(terminal)
  const waiting: PendingCall[] = []
  try {
    const path = place.chatId === null ? '' : `/${encodeURIComponent(place.chatId)}`
    const response = await open(`${place.url.replace(/\/+$/, '')}/v1/chats${path}`, place.key, body, signal)
    place.chatId = response.headers.get('x-chat-id') ?? place.chatId
    for await (const frame of readFrames(response)) {
      if (frame.type === 'error') throw new OperatorError(terminalLine(frame.errorText))
      if (frame.type === 'abort')
        throw new OperatorError('The reply was interrupted. The partial reply is saved.')
      if (frame.type === 'tool-approval-request')
        waiting.push({ id: frame.approvalId, what: frame.reason ?? '' })
      writer.write(frame)
    }
    return waiting
  } catch (error) {
    writer.end()
    if (!signal?.aborted) throw error
    terminal.warn('Stopped. The partial reply is saved.')
    return []
  }
}

// A stopped reply releases its chat a moment later.
const waitMilliseconds = 200
const maxTries = 15

async function open(url: string, key: string, body: object, signal?: AbortSignal): Promise<Response> {
  const request = {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
    signal,
  }
  for (let tries = 1; ; tries++) {
    // The server may have received a message whose connection was lost; the key makes a second attempt safe.
    const send = () => fetch(url, request)
    const response = await send()
      .catch(send)
      .catch(() => {
        throw new OperatorError(`The server at ${new URL(url).origin} cannot be reached.`)
      })
    if (response.ok) return response
    if (response.status !== 409 || tries === maxTries) throw new OperatorError(await readRefusal(response))
    await Bun.sleep(waitMilliseconds)
  }
}

async function* readFrames({ body }: Response): AsyncGenerator<UIMessageChunk> {
  try {
    for await (const read of parseJsonEventStream({ stream: body as never, schema: uiMessageChunkSchema }))
      if (read.success) yield read.value
  } catch {
    throw new OperatorError('The connection was lost. The partial reply is saved in the chat.')
  }
}

/** Writes text to stdout as it arrives and progress to stderr, so that a pipe gets only the reply. */
function createWriter(terminal: Terminal) {
  let isOpen = false
  /** In an interactive chat the user is asked directly, so the notice on how to approve is left out. */
  const isNotice = (text: string) => terminal.ask !== undefined && text.startsWith(pendingLead)
  function end() {
    if (isOpen) terminal.write('\n')
    isOpen = false
  }
  function write(frame: UIMessageChunk) {
    if (frame.type === 'text-delta' && !isNotice(frame.delta)) {
      isOpen = true
      terminal.write(terminalText(frame.delta))
    }
    if (frame.type === 'text-end') end()
    if (frame.type === 'tool-input-available') terminal.warn(`[${terminalLine(frame.toolName)}]`)
    if (frame.type === 'tool-output-error' || frame.type === 'tool-input-error')
      terminal.warn(`[${terminalLine(frame.errorText)}]`)
  }
  return { write, end }
}

async function readRefusal(response: Response): Promise<string> {
  const body = (await response.json().catch(() => null)) as { error?: unknown } | null
  if (typeof body?.error !== 'string') return `The server returned status ${response.status}.`
  const error = terminalLine(body.error)
  return /[.!?]$/.test(error) ? error : `${error}.`
}
