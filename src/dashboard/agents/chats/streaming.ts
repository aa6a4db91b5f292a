import { useSyncExternalStore } from 'react'
import { applyFrame, type ReplyMessage } from '../../../features/conversations/chats/message.ts'
import type { Message } from '../../data/chats.ts'
import { Problem } from '../../kit/problem.ts'
import { readFrames } from './frames.ts'

/** The answered message, the number of messages before it, and the id of the message that it replaces. */
export type SentMessage = { text: string; before: number; replaces?: string }

/** A streaming reply, before it is stored completely. */
export type StreamingReply = {
  /** The message that it answers; null if it continues after an approval. */
  asked: SentMessage | null
  said: ReplyMessage
  /**
   * `settling` after the stream until the stored reply was read, `reconnecting` while that is not possible;
   * `failed` with an error.
   */
  state: 'sending' | 'writing' | 'settling' | 'reconnecting' | 'failed'
  error: Error | null
  /** Why the last attempt to stop it failed; it is still being written. */
  stopError: Error | null
  stop: () => void
}

// Module state that outlives the page: a reply continues while the user is on another page.
const streamingReplies = new Map<string, StreamingReply>()
const watchers = new Set<() => void>()

let createdChat: string | null = null

/** Whether a chat was just created here; true once. */
export function consumeCreated(chatId: string): boolean {
  if (createdChat !== chatId) return false
  createdChat = null
  return true
}

function notifyWatchers() {
  for (const watcher of watchers) watcher()
}

function change(chatId: string, patch: Partial<StreamingReply>) {
  const live = streamingReplies.get(chatId)
  if (live) streamingReplies.set(chatId, { ...live, ...patch })
  notifyWatchers()
}

function forget(chatId: string) {
  streamingReplies.delete(chatId)
  notifyWatchers()
}

/** The streaming reply of a chat, if there is one. */
export function useStreamingReply(chatId: string): StreamingReply | undefined {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => streamingReplies.get(chatId),
  )
}

export type SendRequest = {
  chatId: string | null
  asked: SentMessage | null
  /** The message that it continues, after an approval. */
  before?: Message
  open: () => Promise<Response>
  /** Stops the reply on the server, where it would continue without its reader. */
  stop: (chatId: string) => Promise<unknown>
  /** Reads the stored chat. */
  settle: (chatId: string) => Promise<void>
}

/** Sends and follows the reply; returns the chat once the server has accepted the message, or a Problem. */
export async function startReply({
  chatId: known,
  asked,
  before,
  open,
  stop,
  settle,
}: SendRequest): Promise<string> {
  const said = (
    before ? structuredClone(before) : { id: '', role: 'assistant', parts: [], metadata: {} }
  ) as ReplyMessage
  let accepted: string | null = null
  let isUnwanted = false
  function end() {
    isUnwanted = true
    const chatId = accepted
    if (chatId === null) return
    const note = (stopError: Error | null) => {
      const current = streamingReplies.get(chatId)
      if (current?.said === said && current.state === 'writing') change(chatId, { stopError })
    }
    note(null)
    stop(chatId).catch(note)
  }
  const live: StreamingReply = { asked, said, state: 'sending', error: null, stopError: null, stop: end }
  if (known) streamingReplies.set(known, live)
  notifyWatchers()
  try {
    const answer = await open()
    const chatId = answer.headers.get('X-Chat-Id') ?? known ?? ''
    streamingReplies.set(chatId, { ...live, state: 'writing' })
    notifyWatchers()
    if (!known) createdChat = chatId
    accepted = chatId
    if (isUnwanted) end()
    void follow(chatId, said, answer, settle)
    return chatId
  } catch (error) {
    if (known) forget(known)
    throw error
  }
}

async function follow(chatId: string, said: ReplyMessage, answer: Response, settle: SendRequest['settle']) {
  const failure = await listen(chatId, said, answer)
  change(chatId, { state: 'settling', stopError: null })
  try {
    await settleWhenReached(chatId, settle)
    // The stored reply shows that it is incomplete.
    if (failure === null) forget(chatId)
    else
      change(chatId, { state: 'failed', error: failure, asked: null, said: { ...said, id: '', parts: [] } })
  } catch (error) {
    change(chatId, { state: 'failed', error: error as Error })
  }
}

const reconnectMilliseconds = 2000

/** Reads the stored reply as soon as the server is reachable; the streamed part stays visible until then. */
async function settleWhenReached(chatId: string, settle: SendRequest['settle']): Promise<void> {
  while (true) {
    try {
      return await settle(chatId)
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 0) throw error
      change(chatId, { state: 'reconnecting' })
      await new Promise((resolve) => setTimeout(resolve, reconnectMilliseconds))
    }
  }
}

/** Reads frames to their end, rendered at most once per animation frame; returns the reply's error. */
async function listen(chatId: string, said: ReplyMessage, answer: Response): Promise<Error | null> {
  let error: Error | null = null
  let isPainting = false
  function paint() {
    if (isPainting) return
    isPainting = true
    requestAnimationFrame(() => {
      isPainting = false
      if (streamingReplies.get(chatId)?.said === said) change(chatId, {})
    })
  }
  try {
    for await (const frame of readFrames(answer.body as ReadableStream<Uint8Array>)) {
      if (frame.type === 'start') said.id = frame.messageId ?? said.id
      if (frame.type === 'error') error = new Problem(500, frame.errorText)
      applyFrame(said, frame)
      paint()
    }
  } catch {
    // It was stopped, or the connection was lost: whether the server is there is seen when what is kept is read.
  }
  return error
}

/** Discards the failed reply when another message is sent or the error was read. */
export const dismiss = forget
