import { AppError, unavailable } from './errors.ts'
import { nextTurn } from './slices.ts'
import { createTextQueue } from './text-queue.ts'
import { measureThread } from './thread-time.ts'

/** Messages to and from the thread. */
export type TextRequest = { name: string; input: unknown }
export type TextAnswer = { output: unknown } | { fault: 'depth' | 'error'; message: string }
/** Sent when the thread starts a request. Its work counts from here, without the start of the thread. */
export type TextBegin = { threadStatistics: string | null }

/** The refusal of a text that needs too much work or is nested too deeply. A retry cannot succeed. */
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
   * seconds of processor time, so that a busy machine refuses no text. A request gets a 503 after waiting for 45
   * seconds, or without an answer after 55; a job passes its signal and waits until that aborts.
   */
  run(input: Input, characters: number, owner: string, signal?: AbortSignal): Promise<Output>
}

/** Processor time; a busy machine takes many times as long. */
const maxWorkMs = 5_000
/** A thread that neither starts nor ends a task by then makes no progress. */
const maxStallMs = 120_000
const maxWaiting = 50
/** One owner cannot fill the queue. */
const maxWaitingOfOwner = 8
/** Proxies give up after 60 seconds. On an idle machine, a text of another owner takes five at most. */
const maxAnswerMs = 55_000
/** The rest of the time is for the work. */
const maxWaitMs = 45_000
/** The thread keeps its modules in memory, so it ends when idle. */
const idleMs = 30_000

export type TextThread = {
  run(request: TextRequest, owner: string, signal?: AbortSignal): Promise<unknown>
  isRunning(): boolean
  close(): void
}

type QueuedText = {
  request: TextRequest
  owner: string
  isJob: boolean
  done: PromiseWithResolvers<unknown>
  /** Cancels its time limit or its abort listener; called when it leaves the queue. */
  endWait(): void
  /** The time by which it is answered, in milliseconds of the clock; Infinity for a job. */
  answerBy: number
}

type Limits = {
  /** Processor time of a task. */
  maxWork?: number
  /** Time that a request waits in the queue. */
  maxWait?: number
  /** Time from the arrival of a request to its answer. */
  maxAnswer?: number
  /** Time from sending a task to its end. */
  maxStall?: number
  measure?: typeof measureThread
}

/**
 * Runs tasks one after another on a thread, which is ended when a task needs too much processor time (400) or makes no
 * progress (503). All times are in milliseconds.
 */
export function createTextThread({
  maxWork = maxWorkMs,
  maxWait = maxWaitMs,
  maxAnswer = maxAnswerMs,
  maxStall = maxStallMs,
  measure = measureThread,
}: Limits = {}): TextThread {
  const queue = createTextQueue<QueuedText>()
  let thread: Worker | null = null
  let current: QueuedText | null = null
  let stall: Timer | undefined
  let nextCheck: Timer | undefined
  let idle: Timer | undefined

  function start(): Worker {
    const started = new Worker(new URL('./text-worker.ts', import.meta.url).href, { smol: true, ref: false })
    started.onmessage = ({ data }: MessageEvent<TextAnswer | TextBegin>) => {
      if (started !== thread) return
      if ('threadStatistics' in data) watch(measure(data.threadStatistics))
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

  /** Ends the thread and refuses the current task. */
  function refuse(refusal: AppError) {
    stop()
    end((done) => done.reject(refusal))
  }

  /** Refuses the current task once it has used its processor time, which never passes faster than the clock. */
  function watch(used: () => number) {
    const left = maxWork - used()
    if (left <= 0) return refuse(new UnprocessableText(tooSlow))
    nextCheck = setTimeout(watch, left, used)
  }

  function end(answer: (done: QueuedText['done']) => void) {
    clearTimeout(stall)
    clearTimeout(nextCheck)
    const ended = current
    current = null
    if (ended) answer(ended.done)
    next()
  }

  function next() {
    if (current) return
    current = queue.take()
    clearTimeout(idle)
    if (!current) {
      idle = setTimeout(stop, idleMs)
      idle.unref()
      return
    }
    current.endWait()
    try {
      thread ??= start()
      thread.postMessage(current.request)
    } catch (error) {
      return end((done) => done.reject(error))
    }
    const left = Math.max(0, current.answerBy - performance.now())
    stall = setTimeout(refuse, Math.min(maxStall, left), unavailable(tooMany))
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
      const isJob = signal !== undefined
      const answerBy = isJob ? Number.POSITIVE_INFINITY : performance.now() + maxAnswer
      const waiting: QueuedText = { request, owner, isJob, done, endWait, answerBy }
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
      clearTimeout(idle)
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

function settle(done: QueuedText['done'], answer: TextAnswer) {
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
