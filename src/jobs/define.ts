import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Context } from '../context.ts'
import type { Statement } from '../db/client.ts'
import { giveUp } from '../errors.ts'
import { type InsertOptions, insertJob, type Lane } from './queue.ts'

/** One try of a job, as its work sees it. */
export type Attempt = {
  jobId: number
  /** What caused the job, where it was inserted with a key. */
  key: string | null
  /** 1 for the first. */
  number: number
  /** Aborted at shutdown and when the lease is lost. */
  signal: AbortSignal
  /**
   * Runs `act` once, whatever crashes: its result is stored and returned by every later attempt. What `also` makes of
   * the result is committed with it.
   */
  step<T>(name: string, act: () => Promise<T>, also?: (result: T) => Statement[]): Promise<T>
  /** Records progress that the work stored itself, which clears the job of earlier crashes. Steps do this automatically. */
  noteProgress(): Promise<void>
  /** A statement for a batch that is to be written only while the lease is ours. */
  ifOurs(): Statement
  /** Commits statements once, however often the job comes back. */
  once(name: string, statements: Statement[]): Promise<void>
}

/** The slow act. The statements it returns are committed in one batch with the job's finish. */
export type Work<P> = (ctx: Context, payload: P, attempt: Attempt) => Promise<Statement[]> | Promise<void>

/** What a job works on, for the log: the slug of its organization and its record in plain words; null if unknown. */
export type Subject = { organization: string | null; record: string | null }

export type Job = {
  name: string
  /** What it does, as the beginning of a log sentence: "Writing a post". */
  title: string
  attempts: number
  lane: Lane
  perform: Work<unknown>
  findSubject(ctx: Context, payload: unknown): Promise<Subject>
  /** Statements that tell the feature's own record, committed in one batch with the job's death. */
  onDead(ctx: Context, payload: unknown, reason: string): Statement[] | Promise<Statement[]>
  /** Told once the job is done or dead and that is committed: for those in this process who wait for what it wrote. */
  onEnd(ctx: Context, payload: unknown): void
}

const unknownSubject: Subject = { organization: null, record: null }

/** A kind of job: its name, the shape of its payload, what it does and how often it is tried. */
export function defineJob<S extends TSchema>(
  name: string,
  Payload: S,
  work: Work<Static<S>>,
  options: {
    title?: string
    subject?: (ctx: Context, payload: Static<S>) => Promise<Subject>
    attempts?: number
    lane?: Lane
    onDead?: (ctx: Context, payload: Static<S>, reason: string) => Statement[] | Promise<Statement[]>
    onEnd?: (ctx: Context, payload: Static<S>) => void
  } = {},
) {
  return {
    name,
    title: options.title ?? `The job ${name}`,
    attempts: options.attempts ?? 5,
    lane: options.lane ?? ('common' as const),
    perform(ctx: Context, payload: unknown, attempt: Attempt) {
      if (!Value.Check(Payload, payload))
        throw giveUp(`The payload of ${name} is not one that this version understands.`)
      return work(ctx, payload, attempt)
    },
    findSubject: async (ctx: Context, payload: unknown): Promise<Subject> =>
      (Value.Check(Payload, payload) && (await options.subject?.(ctx, payload))) || unknownSubject,
    onDead: (ctx: Context, payload: unknown, reason: string) =>
      options.onDead && Value.Check(Payload, payload) ? options.onDead(ctx, payload, reason) : [],
    onEnd(ctx: Context, payload: unknown) {
      if (Value.Check(Payload, payload)) options.onEnd?.(ctx, payload)
    },
    /** A statement for the batch that causes the job, so that it exists exactly when its cause was committed. */
    insert: (ctx: Context, payload: Static<S>, when: InsertOptions = {}) =>
      insertJob(ctx, name, payload, { ...when, lane: options.lane }),
  }
}
