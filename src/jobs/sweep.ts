import { sql } from 'drizzle-orm'
import { t } from 'elysia'
import { defineJob } from './define.ts'

const keptMilliseconds = 7 * 24 * 60 * 60 * 1000

/** Finished jobs are kept for a week: their keys answer repeated causes, their errors answer questions. */
export const sweepJobs = defineJob('jobs.sweep', t.Object({}), async (ctx) => {
  await ctx.db.run(sql`delete from jobs where finished_at < ${ctx.now().getTime() - keptMilliseconds}`)
})
