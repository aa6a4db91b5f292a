import { lt } from 'drizzle-orm'
import { t } from 'elysia'
import { defineJob, type Work } from '../../jobs/define.ts'
import { noteFailure } from '../automations/record.ts'
import { releaseRun } from '../usage/service.ts'
import { Cause } from './model.ts'
import { endGeneration } from './record.ts'
import { automationOf } from './rules.ts'
import { generationJobs } from './table.ts'

export const WritePost = t.Object({ generationId: t.String(), cause: Cause })

async function write(...run: Parameters<Work<typeof WritePost.static>>) {
  const { writePost } = await import('./work.ts')
  return writePost(...run)
}

export const writePostJob = defineJob('generation.write', WritePost, write, {
  onDead: (ctx, { generationId, cause }, reason) => [
    ...endGeneration(ctx, generationId, { status: 'failed', reason }),
    releaseRun(ctx, generationId),
    ...noteFailure(ctx, automationOf(cause), 'workflow_errors'),
  ],
})

const keptMilliseconds = 7 * 24 * 60 * 60 * 1000

/** Runs and their events are kept for seven days (contract 6.3). */
export const sweepGenerations = defineJob('generation.sweep', t.Object({}), async (ctx) => {
  await ctx.db
    .delete(generationJobs)
    .where(lt(generationJobs.createdAt, new Date(ctx.now().getTime() - keptMilliseconds)))
})
