type Call = { toolCallId: string; toolName: string }

/** A frame of a reply: a chunk of the UI message stream of the AI SDK, version 1. */
export type ChatFrame =
  | { type: 'start'; messageId: string; messageMetadata: { chatId: string; [field: string]: unknown } }
  | { type: 'start-step' | 'finish-step' }
  | { type: 'text-start' | 'text-end' | 'reasoning-start' | 'reasoning-end'; id: string }
  | { type: 'text-delta' | 'reasoning-delta'; id: string; delta: string }
  | ({ type: 'tool-input-start' } & Call)
  | { type: 'tool-input-delta'; toolCallId: string; inputTextDelta: string }
  | ({ type: 'tool-input-available'; input: unknown } & Call)
  | ({ type: 'tool-input-error'; input: unknown; errorText: string } & Call)
  | { type: 'tool-approval-request'; approvalId: string; toolCallId: string; reason?: string }
  | { type: 'tool-approval-response'; approvalId: string; approved: boolean; reason?: string }
  | { type: 'tool-output-available'; toolCallId: string; output: unknown }
  | { type: 'tool-output-error'; toolCallId: string; errorText: string }
  | { type: 'tool-output-denied'; toolCallId: string }
  | { type: 'finish'; finishReason: string; messageMetadata: Record<string, unknown> }
  | { type: 'error'; errorText: string }
  | { type: 'abort'; reason?: string }

/** An event of an agent session, such as `message.completed`. */
export type SessionEvent = { type: string; data: Record<string, unknown>; meta: { at: string; id: string } }

/** The frames of a reply that is sent as server-sent events. */
export async function* readFrames(response: Response): AsyncGenerator<ChatFrame, void> {
  for await (const line of readLines(response)) {
    if (line === 'data: [DONE]') return
    if (line.startsWith('data: ')) yield JSON.parse(line.slice('data: '.length))
  }
}

const lastEvents = ['session.completed', 'session.failed']

/**
 * The events of a session, one in each line. `open` requests the stream from an event on. It is called again if the
 * stream ends before the session does.
 */
export async function* readSession(
  open: (index: number) => Promise<Response>,
  { startIndex, follow, signal }: { startIndex: number; follow: boolean; signal?: AbortSignal },
): AsyncGenerator<SessionEvent, void> {
  for (let index = startIndex; ; ) {
    const response = await open(index)
    const before = index
    try {
      for await (const line of readLines(response)) {
        // A heartbeat.
        if (line === '') continue
        const event: SessionEvent = JSON.parse(line)
        index++
        yield event
        if (lastEvents.includes(event.type)) return
      }
      if (!follow || index === before) return
    } catch (error) {
      if (signal?.aborted || index === before) throw error
    }
  }
}

async function* readLines({ body }: Response): AsyncGenerator<string, void> {
  if (body === null) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
      if (done) break
    }
    if (rest !== '') yield rest
  } finally {
    // A reader that stops early must not leave the connection open.
    await reader.cancel().catch(() => {})
  }
}
