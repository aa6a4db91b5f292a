import { AppError, unavailable } from './errors.ts'
import { nextTurn } from './slices.ts'
import { createTextQueue } from './text-queue.ts'

/** Messages to and from the thread. */
export type TextRequest = { name: string; input: unknown }
export type TextAnswer = { output: unknown } | { fault: 'depth' | 'error'; message: string }
/** Sent when the thread starts a request. The deadline counts from here, without the start of the thread. */
export type TextBegin = { begun: true }

/** The refusal of a text that takes too long to process or is nested too deeply. A retry cannot succeed. */
export class UnprocessableText extends AppError {
  constructor(message: string) {
    super(400, message)
  }
}

/** Work on a text that may take more than linear time. */
export type TextTask<Input, Output> = {
  name: string
  act(input: Input): Output | Promise<Output>
  /** Whether a text of this length runs on the text thread. Routes charge the rate limit before they read one. */
  isLong(characters: number): boolean
  /**
   * Runs a short text on the calling thread and a longer one on the text thread. `owner` is the organization or host
   * that the text belongs to: owners take turns, and requests go before jobs. Throws UnprocessableText after five
   * seconds of work. A request gets a 503 after waiting for twenty seconds; a job passes its signal and waits until
   * that aborts.
   */
  run(input: Input, characters: number, owner: string, signal?: AbortSignal): Promise<Output>
}

const deadlineMs = 5_000
/** A busy machine may need seconds to load the modules of the thread. */
const maxStartMs = 30_000
const maxWaiting = 50
/** One owner cannot fill the queue. */
const maxWaitingOfOwner = 8
/** Proxies give up after 60 seconds, people before that. */
const maxWaitMs = 20_000
/** The thread keeps its modules in memory, so it ends when idle. */
const idleMs = 30_000

export type TextThread = {
  run(request: TextRequest, owner: string, signal?: AbortSignal): Promise<unknown>
  isRunning(): boolean
  close(): void
}

type Waiting = {
  request: TextRequest
  owner: string
  isJob: boolean
  done: PromiseWithResolvers<unknown>
  /** Cancels its time limit or its abort listener; called when it leaves the queue. */
  endWait(): void
}

/**
 * Runs tasks one after another on a thread, which is ended when a task misses its deadline (400) or the thread does not
 * start in time (503). All times are in milliseconds.
 */
export function createTextThread(
  deadline = deadlineMs,
  maxWait = maxWaitMs,
  maxStart = maxStartMs,
): TextThread {
  const queue = createTextQueue<Waiting>()
  let thread: Worker | null = null
  let current: Waiting | null = null
  let timer: Timer | null = null

  function start(): Worker {
    const started = new Worker(new URL('./text-worker.ts', import.meta.url).href, { smol: true, ref: false })
    started.onmessage = ({ data }: MessageEvent<TextAnswer | TextBegin>) => {
      if (started !== thread) return
      if ('begun' in data) limit(deadline, new UnprocessableText(tooSlow))
      else end((done) => settle(done, data))
    }
    started.onerror = ({ message }) => {
      if (started !== thread) return
      stop()
      end((done) => done.reject(new Error(message)))
    }
    return started
  }

  function stop() {
    thread?.terminate()
    thread = null
  }

  /** Ends the thread and refuses the current task unless it ends in time. */
  function limit(milliseconds: number, refusal: AppError) {
    if (timer) clearTimeout(timer)
    timer = setTimeout(() => {
      stop()
      end((done) => done.reject(refusal))
    }, milliseconds)
  }

  function end(answer: (done: Waiting['done']) => void) {
    if (timer) clearTimeout(timer)
    timer = null
    const ended = current
    current = null
    if (ended) answer(ended.done)
    next()
  }

  function next() {
    if (current) return
    current = queue.take()
    if (timer) clearTimeout(timer)
    if (!current) {
      timer = setTimeout(stop, idleMs)
      timer.unref()
      return
    }
    current.endWait()
    try {
      thread ??= start()
      thread.postMessage(current.request)
    } catch (error) {
      return end((done) => done.reject(error))
    }
    limit(maxStart, unavailable(tooMany))
  }

  return {
    run(request, owner, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason)
      if (!signal && isFull(queue.requestOwners(), owner)) return Promise.reject(unavailable(tooMany))
      const done = Promise.withResolvers<unknown>()
      const leave = (reason: unknown) => {
        queue.remove(waiting)
        done.reject(reason)
      }
      const endWait = signal ? onAbort(signal, leave) : after(maxWait, () => leave(unavailable(tooMany)))
      const waiting: Waiting = { request, owner, isJob: signal !== undefined, done, endWait }
      queue.add(waiting)
      next()
      return done.promise
    },
    isRunning: () => thread !== null,
    close() {
      stop()
      for (const { done, endWait } of queue.removeAll()) {
        endWait()
        done.reject(unavailable(tooMany))
      }
      end((done) => done.reject(unavailable(tooMany)))
      if (timer) clearTimeout(timer)
    },
  }
}

/** Whether a request is refused. Jobs do not count toward the limits. */
function isFull(owners: string[], owner: string): boolean {
  const own = owners.filter((each) => each === owner)
  return owners.length >= maxWaiting || own.length >= maxWaitingOfOwner
}

/** Calls `act` when the signal aborts. Returns a function that cancels this. */
function onAbort(signal: AbortSignal, act: (reason: unknown) => void): () => void {
  const aborted = () => act(signal.reason)
  signal.addEventListener('abort', aborted, { once: true })
  return () => signal.removeEventListener('abort', aborted)
}

/** Calls `act` after a time. Returns a function that cancels this. */
function after(milliseconds: number, act: () => void): () => void {
  const timer = setTimeout(act, milliseconds)
  return () => clearTimeout(timer)
}

function settle(done: Waiting['done'], answer: TextAnswer) {
  if ('output' in answer) done.resolve(answer.output)
  else done.reject(answer.fault === 'depth' ? new UnprocessableText(tooDeep) : new Error(answer.message))
}

const tooSlow = 'This text takes too long to process. Shorten it or simplify its formatting.'
const tooDeep = 'This text is nested too deeply.'
const tooMany = 'Too many long texts are being processed. Try again in a moment.'

const shared = createTextThread()

/**
 * Defines a task. Texts up to `mostHere` characters never cost more than a few milliseconds on the calling thread once
 * it is prepared.
 */
export function defineTextTask<Input, Output>(
  name: string,
  mostHere: number,
  act: (input: Input) => Output | Promise<Output>,
  prepare: () => Promise<void> = async () => {},
): TextTask<Input, Output> {
  const isLong = (characters: number) => characters > mostHere
  return {
    name,
    act,
    isLong,
    async run(input, characters, owner, signal) {
      // The output is the one of `act`: the thread runs the task of this name.
      if (isLong(characters)) return (await shared.run({ name, input }, owner, signal)) as Output
      // Loading the modules of a first check and compiling its regular expressions take tens of milliseconds each.
      await nextTurn()
      await prepare()
      const answer = await answerTask({ name, act }, input)
      if ('output' in answer) return answer.output as Output
      throw answer.fault === 'depth' ? new UnprocessableText(tooDeep) : new Error(answer.message)
    },
  }
}

/** Runs a task and returns its output, or what went wrong. */
export async function answerTask(
  { act }: { name: string; act(input: never): unknown },
  input: unknown,
): Promise<TextAnswer> {
  try {
    return { output: await act(input as never) }
  } catch (error) {
    const { message } = error as Error
    // Parsers in JavaScript recurse into nested marks until the stack ends.
    return { fault: /call stack/i.test(message) ? 'depth' : 'error', message }
  }
}
