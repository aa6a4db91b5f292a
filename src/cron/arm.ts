import { Cron } from 'croner'
import { eq, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Statement } from '../db/client.ts'
import { recurring } from './table.ts'

export type RecurringTask = { key: string; pattern: string; job: string; payload: Record<string, unknown> }

/** A statement that makes a task recur; an unchanged pattern keeps its next time, so a restart skips no run. */
export function armTask(ctx: Context, task: RecurringTask) {
  const nextAt = nextTime(task.pattern, ctx.now())
  return ctx.db
    .insert(recurring)
    .values({ ...task, nextAt })
    .onConflictDoUpdate({
      target: recurring.key,
      set: {
        job: task.job,
        payload: task.payload,
        pattern: task.pattern,
        nextAt: sql`case when ${recurring.pattern} = excluded.pattern then ${recurring.nextAt} else excluded.next_at end`,
      },
    })
}

/** Statements that make tasks recur; none for tasks that already do, to keep startup short. */
export async function armTasks(ctx: Context, tasks: RecurringTask[]): Promise<Statement[]> {
  const keys = tasks.map(({ key }) => key)
  const rows = await ctx.db.select().from(recurring).where(inArray(recurring.key, keys))
  const armed = new Map(rows.map(({ nextAt, ...task }) => [task.key, task]))
  return tasks.filter((task) => !Bun.deepEquals(task, armed.get(task.key))).map((task) => armTask(ctx, task))
}

/** A statement that stops a recurring task. */
export function disarmTask(ctx: Context, key: string) {
  return ctx.db.delete(recurring).where(eq(recurring.key, key))
}

/** Like `disarmTask`, for the tasks whose keys a query selects. */
export function disarmTasks(ctx: Context, keys: SQLWrapper) {
  return ctx.db.delete(recurring).where(inArray(recurring.key, keys))
}

/** The first time after `after` that matches a five-field pattern: in UTC, or in the time zone behind the fields. */
export function nextTime(pattern: string, after: Date): Date {
  const [, fields = pattern, timezone] = /^((?:\S+ ){4}\S+) (\S+)$/.exec(pattern) ?? []
  // An offset: a named zone would load a calendar of all zones at startup.
  const zone = timezone ? { timezone } : { utcOffset: 0 }
  const next = new Cron(fields, { ...zone, paused: true }).nextRun(after)
  if (!next) throw new Error(`The cron pattern "${pattern}" names no time.`)
  return next
}
