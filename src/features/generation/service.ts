import { and, desc, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { type OutputType, outputTypes } from '../../writer/content-types.ts'
import type { Caller } from '../keys/model.ts'
import { findModels } from '../organizations/service.ts'
import { featureOf } from '../usage/model.ts'
import { findDenials } from '../usage/read-usage.ts'
import { type FormatList, toGenerationEvent, toGenerationJob, toWholeJob } from './model.ts'
import { isText, lacksModel, textNames } from './rules.ts'
import { generationEvents, generationJobs } from './table.ts'

/** Returns a run with its event log, oldest first (contract 6.3). */
export async function getGeneration(ctx: Context, caller: Caller, id: string) {
  const [row] = await ctx.db
    .select()
    .from(generationJobs)
    .where(and(eq(generationJobs.organizationId, caller.organization.id), eq(generationJobs.id, id)))
  if (!row) throw notFound('Generation job not found')
  return { job: toWholeJob(row), events: await findEvents(ctx, id) }
}

const maxEvents = 100

/** Returns the event log of a run, oldest first; of a very long log the end. */
export async function findEvents(ctx: Context, runId: string) {
  const events = await ctx.db
    .select()
    .from(generationEvents)
    .where(eq(generationEvents.jobId, runId))
    .orderBy(desc(generationEvents.createdAt), desc(generationEvents.id))
    .limit(maxEvents)
  return events.reverse().map(toGenerationEvent)
}

/**
 * Lists the formats, each with what prevents it: texts need a model, changelogs and pictures do not, and all
 * need quota.
 */
export async function listFormats(ctx: Context, { organization }: Caller): Promise<FormatList> {
  const [denials, models] = await Promise.all([
    findDenials(ctx, organization.id),
    findModels(ctx, organization.id),
  ])
  function obstacleOf(contentType: OutputType): FormatList['formats'][number]['obstacle'] {
    if (models.writer === null && isText(contentType))
      return { kind: 'model', sentence: lacksModel(textNames[contentType], ctx.models.writer !== null) }
    const sentence = denials.get(featureOf(contentType))
    return sentence === undefined ? null : { kind: 'quota', sentence }
  }
  return { formats: outputTypes.map((contentType) => ({ contentType, obstacle: obstacleOf(contentType) })) }
}

/** Returns the newest runs of an organization. */
export async function listGenerations(ctx: Context, organizationId: string, limit: number) {
  const rows = await ctx.db
    .select()
    .from(generationJobs)
    .where(eq(generationJobs.organizationId, organizationId))
    .orderBy(desc(generationJobs.createdAt))
    .limit(limit)
  return rows.map(toGenerationJob)
}
