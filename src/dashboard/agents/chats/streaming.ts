import { useSyncExternalStore } from 'react'
import { applyFrame, type Said } from '../../../features/conversations/chats/message.ts'
import type { Message } from '../../data/chats.ts'
import { Problem } from '../../kit/problem.ts'
import { readFrames } from './frames.ts'

/** What is answered, and how many messages were before it. */
export type Asked = { text: string; before: number }

/** A reply as it comes, before all of it is kept. */
export type Live = {
  /** The message that it answers; null where it goes on after an approval. */
  asked: Asked | null
  said: Said
  /**
   * `settling` once it has ended, until what the server keeps of it was read, `reconnecting` while it cannot be; `failed`
   * where that is told.
   */
  state: 'sending' | 'writing' | 'settling' | 'reconnecting' | 'failed'
  error: Error | null
  stop: () => void
}

// They outlive the page: a reply goes on while one looks at something else.
const lives = new Map<string, Live>()
const watchers = new Set<() => void>()

let begun: string | null = null

/** Whether a chat has just been begun here; true once. */
export function takeBegun(chatId: string): boolean {
  if (begun !== chatId) return false
  begun = null
  return true
}

function tell() {
  for (const watcher of watchers) watcher()
}

function change(chatId: string, patch: Partial<Live>) {
  const live = lives.get(chatId)
  if (live) lives.set(chatId, { ...live, ...patch })
  tell()
}

function forget(chatId: string) {
  lives.delete(chatId)
  tell()
}

/** The reply that comes in a chat; undefined where none does. */
export function useLive(chatId: string): Live | undefined {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => lives.get(chatId),
  )
}

export type Sending = {
  chatId: string | null
  asked: Asked | null
  /** What it goes on with, after an approval. */
  before?: Message
  open: (signal: AbortSignal) => Promise<Response>
  /** Reads what is kept. */
  settle: (chatId: string) => Promise<void>
}

/** Sends, and follows the reply; gives the chat once the server has taken the message, a Problem where it has not. */
export async function startReply({ chatId: known, asked, before, open, settle }: Sending): Promise<string> {
  const leave = new AbortController()
  const said = (
    before ? structuredClone(before) : { id: '', role: 'assistant', parts: [], metadata: {} }
  ) as Said
  const live: Live = { asked, said, state: 'sending', error: null, stop: () => leave.abort() }
  if (known) lives.set(known, live)
  tell()
  try {
    const answer = await open(leave.signal)
    const chatId = answer.headers.get('X-Chat-Id') ?? known ?? ''
    lives.set(chatId, { ...live, state: 'writing' })
    tell()
    if (!known) begun = chatId
    void follow(chatId, said, answer, leave.signal, settle)
    return chatId
  } catch (error) {
    if (known) forget(known)
    throw error
  }
}

async function follow(
  chatId: string,
  said: Said,
  answer: Response,
  stopped: AbortSignal,
  settle: Sending['settle'],
) {
  const told = await listen(chatId, said, answer)
  change(chatId, { state: 'settling' })
  try {
    await settleWhenReached(chatId, settle)
    // What is kept says by itself that it is not whole.
    if (told === null || stopped.aborted) forget(chatId)
    else change(chatId, { state: 'failed', error: told, asked: null, said: { ...said, id: '', parts: [] } })
  } catch (error) {
    change(chatId, { state: 'failed', error: error as Error })
  }
}

const reconnectMilliseconds = 2000

/** Reads what is kept, as soon as the server can be reached: what came stays in sight until then. */
async function settleWhenReached(chatId: string, settle: Sending['settle']): Promise<void> {
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

/** Takes frames in as they come, painted at most once a frame of the screen, to their end; gives the error that the reply told. */
async function listen(chatId: string, said: Said, answer: Response): Promise<Error | null> {
  let error: Error | null = null
  let isPainting = false
  function paint() {
    if (isPainting) return
    isPainting = true
    requestAnimationFrame(() => {
      isPainting = false
      if (lives.get(chatId)?.said === said) change(chatId, {})
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

/** Lets go of the reply that failed, once something else is sent or it was read. */
export const dismiss = forget
