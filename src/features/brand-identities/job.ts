import { lt } from 'drizzle-orm'
import { t } from 'elysia'
import { defineJob } from '../../jobs/define.ts'
import { failAnalysis } from './record.ts'
import { brandAnalysisJobs } from './table.ts'
import { analysisAttempts, analyzeBrand } from './work.ts'

const AnalyzeBrand = t.Object({ analysisId: t.String() })

/** Reads the website of a new identity and fills in what it tells; what goes wrong as foreseen does not kill the job. */
export const analyzeBrandJob = defineJob('brand-identities.analyze', AnalyzeBrand, analyzeBrand, {
  attempts: analysisAttempts,
  onDead: (ctx, { analysisId }) => failAnalysis(ctx, analysisId, 'Workflow failed unexpectedly', 0),
})

const keptMilliseconds = 24 * 60 * 60 * 1000

/** Analyses are kept for 24 hours (contract 8.5). */
export const sweepAnalyses = defineJob('brand-identities.sweep', t.Object({}), async (ctx) => {
  await ctx.db
    .delete(brandAnalysisJobs)
    .where(lt(brandAnalysisJobs.createdAt, new Date(ctx.now().getTime() - keptMilliseconds)))
})
