import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Context } from '../context.ts'
import type { Statement } from '../db/client.ts'
import { giveUp } from '../errors.ts'
import { type InsertOptions, insertJob, type Lane } from './queue.ts'

/** One attempt of a job, as its work sees it. */
export type Attempt = {
  jobId: number
  /** Identifies the cause of the job, if it was inserted with a key. */
  key: string | null
  /** 1 for the first attempt. */
  number: number
  /** Aborted at shutdown and when the lease is lost. */
  signal: AbortSignal
  /**
   * Runs `act` once, even across crashes: its result is stored and returned by every later attempt. The statements of
   * `also` are committed with it.
   */
  step<T>(name: string, act: () => Promise<T>, also?: (result: T) => Statement[]): Promise<T>
  /**
   * Records progress that the work stored itself, which resets the crash count of the job. Steps do this
   * automatically.
   */
  noteProgress(): Promise<void>
  /** A statement that fails its batch unless this process holds the lease. */
  ifOurs(): Statement
  /** Commits statements once, however often the job is retried. */
  once(name: string, statements: Statement[]): Promise<void>
}

/** The slow work. Its statements are committed in one batch with the end of the job. */
export type Work<P> = (ctx: Context, payload: P, attempt: Attempt) => Promise<Statement[]> | Promise<void>

/** Subject of a job for the log: the slug of its organization and its record in plain words; null if unknown. */
export type Subject = { organization: string | null; record: string | null }

export type Job = {
  name: string
  /** Start of its log messages: "Writing a post". */
  title: string
  attempts: number
  lane: Lane
  perform: Work<unknown>
  findSubject(ctx: Context, payload: unknown): Promise<Subject>
  /** Statements that update the feature's own record, committed in one batch with the failure of the job. */
  onDead(ctx: Context, payload: unknown, reason: string): Statement[] | Promise<Statement[]>
  /** Called after the end of the job is committed, for callers in this process that wait for the result. */
  onEnd(ctx: Context, payload: unknown): void
}

const unknownSubject: Subject = { organization: null, record: null }

/** Defines a kind of job: its name, the schema of its payload, its work and its number of attempts. */
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
        throw giveUp(`The payload of ${name} cannot be read by this version.`)
      return work(ctx, payload, attempt)
    },
    findSubject: async (ctx: Context, payload: unknown): Promise<Subject> =>
      (Value.Check(Payload, payload) && (await options.subject?.(ctx, payload))) || unknownSubject,
    onDead: (ctx: Context, payload: unknown, reason: string) =>
      options.onDead && Value.Check(Payload, payload) ? options.onDead(ctx, payload, reason) : [],
    onEnd(ctx: Context, payload: unknown) {
      if (options.onEnd && Value.Check(Payload, payload)) options.onEnd(ctx, payload)
    },
    /**
     * A statement for the batch that causes the job, so that the job exists if and only if its cause was committed.
     */
    insert: (ctx: Context, payload: Static<S>, when: InsertOptions = {}) =>
      insertJob(ctx, name, payload, { ...when, lane: options.lane }),
  }
}
