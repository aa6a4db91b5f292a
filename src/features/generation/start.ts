import { sql } from 'drizzle-orm'
import { t } from 'elysia'
import type { Context } from '../../context.ts'
import { nextTime } from '../../cron/arm.ts'
import { ceilingGuard } from '../../db/ceilings.ts'
import { atomically, type Statement } from '../../db/client.ts'
import { badRequest, conflict } from '../../errors.ts'
import { findEarlierResult, recordResult } from '../../http/idempotency.ts'
import { checkReviewed } from '../../http/reviewed.ts'
import { newJobId } from '../../ids.ts'
import { defineJob } from '../../jobs/define.ts'
import { findSources, namedTrackers, readWantedData } from '../activity/sources.ts'
import type { AutomationRow } from '../automations/model.ts'
import { scheduleRun } from '../automations/record.ts'
import { toPattern } from '../automations/rules.ts'
import { findAutomation, getAutomation } from '../automations/service.ts'
import { automations } from '../automations/table.ts'
import { chooseBrandIdentity } from '../brand-identities/record.ts'
import { type CollectionRow, toCollection } from '../collections/model.ts'
import { newCollection, openCollection } from '../collections/record.ts'
import type { Caller } from '../keys/model.ts'
import { findSubject } from '../organizations/subject.ts'
import { readActivityJob, writePostJob } from './job.ts'
import { type Cause, type GenerationRequest, toGenerationJob, type WindowCause } from './model.ts'
import { findRuns, queueGeneration } from './record.ts'
import { eventRunId, readFormats, readIdentity, readSelection, scheduleRunId } from './rules.ts'

// A run has one of five causes: a request, a delivery, a due schedule, a schedule that is started manually,
// or a range of a local repository.

/**
 * Queues a run over a lookback window for each requested format, into one collection. Invalid targets are a
 * 400; later errors fail the runs.
 */
export async function requestGeneration(ctx: Context, caller: Caller, body: GenerationRequest) {
  const made = await findEarlierResult(ctx, caller)
  if (made) return toRequested(ctx, caller, JSON.parse(made))
  const { organization } = caller
  const contentTypes = readFormats(body)
  const selection = readSelection(body)
  const picked = (selection?.linearIssues ?? []).map(({ integrationId }) => integrationId)
  const { repositoryIds, repositories, trackers } = await findSources(ctx, organization.id, body, picked)
  const trackerIds = trackers.map(({ id }) => id)
  const brandVoiceId = await chooseIdentity(ctx, organization.id, readIdentity(body))
  await caller.spend()

  const lookbackWindow = body.lookbackWindow ?? 'last_7_days'
  const runs = contentTypes.map((contentType) => {
    const id = newJobId('job_')
    return {
      id,
      organizationId: organization.id,
      contentType,
      lookbackWindow,
      repositoryIds,
      brandVoiceId,
      workflowRunId: id,
      source: caller.person ? ('dashboard' as const) : ('api' as const),
      repositoryCount: repositories.length,
      trackerCount: trackerIds.length,
    }
  })
  const { chatId } = caller
  const collection = newCollection(ctx, {
    ...(chatId === undefined
      ? { id: Bun.randomUUIDv7(), source: caller.person ? 'manual' : 'api', sourceId: runs[0]?.id ?? '' }
      : { id: chatId, source: 'chat', sourceId: chatId }),
    organizationId: organization.id,
    contentTypes,
    sourceMetadata: {
      triggerId: 'manual_on_demand',
      triggerSourceType: 'manual',
      lookbackWindow,
      ...(chatId !== undefined && { chatId }),
    },
  })
  const requested = { collection: toCollection(collection), ids: runs.map(({ id }) => id) }
  await atomically(ctx.db, [
    ...checkReviewed(ctx, caller),
    ...queueRequest(ctx, collection, runs, {
      type: 'window',
      lookbackWindow,
      dataPoints: readWantedData(body),
      selection,
      ...(chatId !== undefined && { chatId }),
      ...(trackerIds.length > 0 ? { trackerIds } : {}),
      ...(namedTrackers(body).length > 0 && repositoryIds.length === 0 ? { withoutRepositories: true } : {}),
    }),
    ctx.db.run(ceilingGuard('collections', organization.id)),
    ctx.db.run(ceilingGuard('runs', organization.id)),
    ...recordResult(ctx, caller, JSON.stringify(requested)),
  ])
  ctx.jobsReady.wake()
  return toRequested(ctx, caller, requested)
}

type RequestedPosts = { collection: ReturnType<typeof toCollection>; ids: string[] }

/** Returns the current runs of a request, with its new collection: it is deleted if it stays empty. */
async function toRequested(ctx: Context, { organization }: Caller, { collection, ids }: RequestedPosts) {
  const jobs = (await findRuns(ctx, ids)).map(toGenerationJob)
  return { job: jobs[0] as (typeof jobs)[number], jobs, collection, organization }
}

/** Returns the requested identity, else the default, else the one changed last, else null (contract 6.1). */
async function chooseIdentity(ctx: Context, organizationId: string, asked: string | null) {
  const identity = await chooseBrandIdentity(ctx, organizationId, asked)
  if (asked && identity?.id !== asked)
    throw badRequest('Requested brand voice does not belong to this organization')
  return identity?.id ?? null
}

/**
 * Returns statements that start a run of an event trigger for a delivery. They belong into the batch that
 * stores the delivery. Repeating them changes nothing, since run and job are keyed by trigger and delivery
 * (spec: Trigger matching).
 */
export function queueEventRun(
  ctx: Context,
  trigger: AutomationRow,
  { integrationId, deliveryId }: { integrationId: string; deliveryId: string },
): Statement[] {
  const cause: Cause = { type: 'delivery', triggerId: trigger.id, deliveryId }
  return queueAutomatedRun(ctx, trigger, eventRunId(trigger.id, deliveryId), cause, [integrationId])
}

/** Starts the run of a due schedule, unless it was deleted or disabled (contract 10.3). */
export const runScheduleJob = defineJob(
  scheduleRun,
  // Jobs from old versions have no due time.
  t.Object({ scheduleId: t.String(), due: t.Optional(t.String()) }),
  async (ctx, { scheduleId, due }, attempt): Promise<Statement[]> => {
    const schedule = await findAutomation(ctx, scheduleId)
    if (!schedule?.enabled) return []
    const cause: Cause = { type: 'schedule', scheduleId, missedSince: findMissed(ctx, schedule, due) }
    // There is one job per due time, unless a wrong clock ran one too early.
    const runId = scheduleRunId(scheduleId, attempt.jobId)
    return queueAutomatedRun(ctx, schedule, runId, cause, schedule.repositoryIds)
  },
  {
    title: 'Starting a scheduled run',
    subject: (ctx, { scheduleId }) =>
      findSubject(
        ctx,
        sql`select organization_id, 'schedule ' || name as record from ${automations} where id = ${scheduleId}`,
      ),
  },
)

/** Starts a run of an enabled schedule now, over its window. Its next run does not move (contract 10.3). */
export async function runScheduleNow(ctx: Context, caller: Caller, scheduleId: string) {
  const schedule = await getAutomation(ctx, caller, 'cron', scheduleId)
  if (!schedule.enabled) throw conflict('The schedule is disabled')
  await caller.spend()
  const cause: Cause = { type: 'schedule', scheduleId, byHand: true }
  const runId = scheduleRunId(scheduleId, Bun.randomUUIDv7())
  await atomically(ctx.db, queueAutomatedRun(ctx, schedule, runId, cause, schedule.repositoryIds))
  ctx.jobsReady.wake()
  return { jobId: toJobId(runId) }
}

/**
 * Returns the due time that a very late run makes up for, if its days would be lost otherwise because another
 * due time has passed.
 */
function findMissed(ctx: Context, { lookbackWindow, sourceConfig }: AutomationRow, due: string | undefined) {
  const isOfDays = lookbackWindow === 'yesterday' || lookbackWindow === 'current_day'
  if (!due || !isOfDays || !('cron' in sourceConfig)) return undefined
  return nextTime(toPattern(sourceConfig.cron), new Date(due)) <= ctx.now() ? due : undefined
}

function queueAutomatedRun(
  ctx: Context,
  { id: automationId, sourceType, organizationId, outputType, outputConfig, lookbackWindow }: AutomationRow,
  runId: string,
  cause: Cause,
  repositoryIds: string[],
): Statement[] {
  const isByHand = cause.type === 'schedule' && cause.byHand === true
  const window = lookbackWindow ? { lookbackWindow } : {}
  const collection = newCollection(ctx, {
    id: `group_${hashOf(runId)}`,
    organizationId,
    source: cause.type === 'schedule' ? 'schedule' : 'automation',
    sourceId: automationId,
    contentTypes: [outputType],
    sourceMetadata: { triggerId: automationId, triggerSourceType: sourceType, ...window },
  })
  const run = {
    id: toJobId(runId),
    organizationId,
    contentType: outputType,
    lookbackWindow,
    repositoryIds,
    brandVoiceId: outputConfig?.brandVoiceId ?? null,
    workflowRunId: runId,
    source: isByHand ? ('dashboard' as const) : ('automation' as const),
  }
  return queueRun(ctx, collection, run, cause)
}

/** A repeated cause has the same ids. */
const toJobId = (runId: string) => `job_${hashOf(runId)}`
const hashOf = (runId: string) => new Bun.CryptoHasher('sha256').update(runId).digest('hex').slice(0, 32)

/** Starts a changelog of a connected local repository between two refs; returns the run's id. */
export async function generateRange(
  ctx: Context,
  { id: integrationId, organizationId }: { id: string; organizationId: string },
  range: { from?: string; to?: string },
): Promise<string> {
  const id = newJobId('job_')
  const collection = newCollection(ctx, {
    id: Bun.randomUUIDv7(),
    organizationId,
    source: 'manual',
    sourceId: id,
    contentTypes: ['changelog'],
    sourceMetadata: { triggerId: 'manual_on_demand', triggerSourceType: 'manual' },
  })
  const run = {
    id,
    organizationId,
    contentType: 'changelog' as const,
    repositoryIds: [integrationId],
    source: 'dashboard' as const,
  }
  await atomically(ctx.db, queueRun(ctx, collection, run, { type: 'range', ...range }))
  ctx.jobsReady.wake()
  return id
}

type NewRun = Omit<Parameters<typeof queueGeneration>[1], 'collectionId'>

/**
 * Returns statements that record a run with its collection and queue it, only once if its cause is repeated.
 */
function queueRun(ctx: Context, collection: CollectionRow, run: NewRun, cause: Cause): Statement[] {
  const queued = writePostJob.insert(
    ctx,
    { generationId: run.id, cause },
    { key: run.workflowRunId ?? run.id },
  )
  return [openCollection(ctx, collection, run.id), ...recordRuns(ctx, collection, [run]), queued]
}

/** Returns the same statements for the runs of a request, which share one reading. */
function queueRequest(
  ctx: Context,
  collection: CollectionRow,
  runs: NewRun[],
  cause: WindowCause,
): Statement[] {
  const [first, ...others] = runs
  if (!first) return []
  if (others.length === 0) return queueRun(ctx, collection, first, cause)
  const generationIds = runs.map(({ id }) => id)
  const queued = readActivityJob.insert(ctx, { generationIds, cause }, { key: `reading:${first.id}` })
  return [openCollection(ctx, collection, first.id), ...recordRuns(ctx, collection, runs), queued]
}

const recordRuns = (ctx: Context, { id: collectionId }: CollectionRow, runs: NewRun[]) =>
  runs.flatMap((run) => queueGeneration(ctx, { ...run, collectionId }))
