import { Value } from '@sinclair/typebox/value'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { armTask, disarmTask } from '../../cron/arm.ts'
import type { Statement } from '../../db/client.ts'
import { isGuardViolation, isUniqueViolation } from '../../db/errors.ts'
import { guard } from '../../db/table.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import { toRepositoryLabel } from '../integrations/model.ts'
import { integrations } from '../integrations/table.ts'
import type { Caller } from '../keys/require-key.ts'
import { type Definition, toDefinition } from './definition.ts'
import { runScheduleJob } from './job.ts'
import { Schedule, type ScheduleBody, type ScheduleRow, toSchedule } from './model.ts'
import { schedules } from './table.ts'
import { timerKey, toPattern } from './timer.ts'

/** Schedules, newest first; with ids, those that target any of these repositories. */
export async function listSchedules(ctx: Context, caller: Caller, repositoryIds: string[]) {
  const { organization } = caller
  const [rows, repositories] = await Promise.all([
    ctx.db
      .select()
      .from(schedules)
      .where(eq(schedules.organizationId, organization.id))
      .orderBy(desc(schedules.createdAt), desc(schedules.id)),
    ctx.db.select().from(integrations).where(eq(integrations.organizationId, organization.id)),
  ])
  const chosen = rows.filter(
    (row) => repositoryIds.length === 0 || row.repositoryIds.some((id) => repositoryIds.includes(id)),
  )
  return {
    // One malformed row must not make the others unreadable (contract 10.2).
    schedules: chosen.map(toSchedule).filter((schedule) => Value.Check(Schedule, schedule)),
    repositoryMap: Object.fromEntries(repositories.map((row) => [row.id, toRepositoryLabel(row)])),
    organization,
  }
}

/** Creates a schedule, with its timer when it is enabled. */
export async function createSchedule(ctx: Context, caller: Caller, body: ScheduleBody) {
  const definition = toDefinition(body)
  const id = Bun.randomUUIDv7()
  const now = ctx.now()
  const row = { ...definition, id, organizationId: caller.organization.id, createdAt: now, updatedAt: now }
  try {
    const [, created] = await ctx.db.batch([
      requireRepositories(ctx, caller, definition),
      ctx.db.insert(schedules).values(row).returning(),
      setTimer(ctx, id, definition),
    ])
    return toAnswer(caller, created)
  } catch (error) {
    if (isGuardViolation(error))
      throw badRequest('Cannot create enabled schedule: one or more integrations not found')
    throw duplicate(error)
  }
}

/** Replaces a schedule's whole definition, forgets its failures, and sets or removes its timer. */
export async function updateSchedule(ctx: Context, caller: Caller, id: string, body: ScheduleBody) {
  const definition = toDefinition(body)
  const changes = { ...definition, failureReason: null, failureCount: 0, updatedAt: ctx.now() }
  try {
    const [, updated] = await ctx.db.batch([
      requireRepositories(ctx, caller, definition),
      ctx.db.update(schedules).set(changes).where(ownSchedule(caller, id)).returning(),
      ctx.db.run(guard),
      setTimer(ctx, id, definition),
    ])
    return toAnswer(caller, updated)
  } catch (error) {
    if (!isGuardViolation(error)) throw duplicate(error)
    const exists = await ctx.db.$count(schedules, ownSchedule(caller, id))
    if (exists === 0) throw notFound('Schedule not found')
    throw badRequest('Cannot enable schedule: one or more integrations have been deleted')
  }
}

/** Deletes a schedule and its timer; posts of earlier runs stay. */
export async function deleteSchedule(ctx: Context, caller: Caller, id: string) {
  try {
    await ctx.db.batch([
      ctx.db.delete(schedules).where(ownSchedule(caller, id)),
      ctx.db.run(guard),
      disarmTask(ctx, timerKey(id)),
    ])
  } catch (error) {
    throw isGuardViolation(error) ? notFound('Schedule not found') : error
  }
  return { id, organization: caller.organization }
}

const ownSchedule = (caller: Caller, id: string) =>
  and(eq(schedules.organizationId, caller.organization.id), eq(schedules.id, id))

function toAnswer(caller: Caller, [row]: ScheduleRow[]) {
  if (!row) throw notFound('Schedule not found')
  return { schedule: toSchedule(row), organization: caller.organization }
}

function setTimer(ctx: Context, id: string, { enabled, sourceConfig }: Definition): Statement {
  const key = timerKey(id)
  if (!enabled) return disarmTask(ctx, key)
  const pattern = toPattern(sourceConfig.cron)
  return armTask(ctx, { key, pattern, job: runScheduleJob.name, payload: { scheduleId: id } })
}

/** A statement that fails the batch on its guard unless an enabled schedule's repositories are all connected. */
function requireRepositories(ctx: Context, caller: Caller, { enabled, repositoryIds }: Definition) {
  const found = sql`
    select count(*) from integrations
    where organization_id = ${caller.organization.id}
      and id in (select value from json_each(${JSON.stringify(repositoryIds)}))`
  return ctx.db.run(sql`
    insert into guards (ok) select 0
    where ${enabled ? 1 : 0} = 1 and (${found}) < ${repositoryIds.length}`)
}

function duplicate(error: unknown): unknown {
  return isUniqueViolation(error, 'schedules.fingerprint') ? conflict('Duplicate schedule') : error
}
