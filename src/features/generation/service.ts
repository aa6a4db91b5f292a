import { and, desc, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { atomically, type Statement } from '../../db/client.ts'
import { notFound } from '../../errors.ts'
import { newJobId } from '../../ids.ts'
import type { Caller } from '../keys/require-key.ts'
import type { ScheduleRow } from '../schedules/model.ts'
import type { EventTriggerRow } from '../triggers/model.ts'
import type { Cause } from './cause.ts'
import { writePostJob } from './job.ts'
import { toGenerationEvent, toGenerationJob } from './model.ts'
import { queueGeneration } from './record.ts'
import { generationEvents, generationJobs } from './table.ts'

/**
 * Statements that start one run of a trigger for a delivery. They go into the batch that stores the delivery;
 * repeated, they change nothing, since run and job are keyed by trigger and delivery (spec: Trigger matching).
 */
export function queueTriggerRun(
  ctx: Context,
  trigger: EventTriggerRow,
  delivery: { integrationId: string; deliveryId: string },
): Statement[] {
  const { integrationId, deliveryId } = delivery
  const cause = { type: 'delivery' as const, triggerId: trigger.id, deliveryId }
  return queueAutomatedRun(ctx, `event-${trigger.id}-${deliveryId}`, trigger, cause, {
    repositoryIds: [integrationId],
  })
}

/** Statements that start one run of a schedule for a due time; repeated, they change nothing (contract 10.3). */
export function queueScheduleRun(ctx: Context, schedule: ScheduleRow, due: string): Statement[] {
  const { repositoryIds, lookbackWindow } = schedule
  const cause = { type: 'schedule' as const, scheduleId: schedule.id }
  return queueAutomatedRun(ctx, `schedule-${schedule.id}-${due}`, schedule, cause, {
    repositoryIds,
    lookbackWindow,
  })
}

function queueAutomatedRun(
  ctx: Context,
  runId: string,
  { organizationId, outputType, outputConfig }: EventTriggerRow | ScheduleRow,
  cause: Cause,
  sources: { repositoryIds: string[]; lookbackWindow?: string },
): Statement[] {
  const id = `job_${new Bun.CryptoHasher('sha256').update(runId).digest('hex').slice(0, 32)}`
  return [
    ...queueGeneration(ctx, {
      id,
      organizationId,
      contentType: outputType,
      ...sources,
      brandVoiceId: outputConfig?.brandVoiceId ?? null,
      workflowRunId: runId,
      source: 'automation',
    }),
    writePostJob.insert(ctx, { generationId: id, cause }, { key: runId }),
  ]
}

/** Starts a changelog of a connected local repository between two refs; gives the run's id. */
export async function generateRange(
  ctx: Context,
  integration: { id: string; organizationId: string },
  range: { from?: string; to?: string },
): Promise<string> {
  const id = newJobId('job_')
  const record = queueGeneration(ctx, {
    id,
    organizationId: integration.organizationId,
    contentType: 'changelog',
    repositoryIds: [integration.id],
    source: 'dashboard',
  })
  const job = writePostJob.insert(ctx, { generationId: id, cause: { type: 'range', ...range } }, { key: id })
  await atomically(ctx.db, [...record, job])
  ctx.jobsReady.wake()
  return id
}

/** A run with its event log, oldest first (contract 6.3). */
export async function getGeneration(ctx: Context, caller: Caller, id: string) {
  const [row] = await ctx.db
    .select()
    .from(generationJobs)
    .where(and(eq(generationJobs.organizationId, caller.organization.id), eq(generationJobs.id, id)))
  if (!row) throw notFound('Generation job not found')
  const events = await ctx.db
    .select()
    .from(generationEvents)
    .where(eq(generationEvents.jobId, id))
    .orderBy(desc(generationEvents.createdAt), desc(generationEvents.id))
    .limit(100)
  return { job: toGenerationJob(row), events: events.reverse().map(toGenerationEvent) }
}

/** The newest runs of an organization. */
export async function listGenerations(ctx: Context, organizationId: string, limit: number) {
  const rows = await ctx.db
    .select()
    .from(generationJobs)
    .where(eq(generationJobs.organizationId, organizationId))
    .orderBy(desc(generationJobs.createdAt))
    .limit(limit)
  return rows.map(toGenerationJob)
}
