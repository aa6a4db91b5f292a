import { lt } from 'drizzle-orm'
import { t } from 'elysia'
import { defineJob, type Work } from '../../jobs/define.ts'
import { deleteInSlices } from '../../jobs/retention.ts'
import { analysisAttempts, failAnalysis } from './record.ts'
import { brandAnalysisJobs } from './table.ts'

const AnalyzeBrand = t.Object({ analysisId: t.String() })

async function analyze(...run: Parameters<Work<typeof AnalyzeBrand.static>>) {
  const { analyzeBrand } = await import('./work.ts')
  return analyzeBrand(...run)
}

/** Reads the website of a new identity and fills in what it tells; what goes wrong as foreseen does not kill the job. */
export const analyzeBrandJob = defineJob('brand-identities.analyze', AnalyzeBrand, analyze, {
  attempts: analysisAttempts,
  onDead: (ctx, { analysisId }) => failAnalysis(ctx, analysisId, 'Workflow failed unexpectedly', 0),
})

const keptMilliseconds = 24 * 60 * 60 * 1000

/** Analyses are kept for 24 hours (contract 8.5). */
export const sweepAnalyses = defineJob('brand-identities.sweep', t.Object({}), async (ctx, _, { signal }) => {
  const before = new Date(ctx.now().getTime() - keptMilliseconds)
  await deleteInSlices(ctx, brandAnalysisJobs, lt(brandAnalysisJobs.createdAt, before), { signal })
})
