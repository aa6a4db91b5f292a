import { lt, sql } from 'drizzle-orm'
import { t } from 'elysia'
import { defineJob, type Work } from '../../jobs/define.ts'
import { deleteInSlices } from '../../jobs/retention.ts'
import { findSubject } from '../organizations/subject.ts'
import { analysisAttempts, failAnalysis } from './record.ts'
import { brandAnalysisJobs, brandIdentities } from './table.ts'

const AnalyzeBrand = t.Object({ analysisId: t.String() })

async function analyze(...run: Parameters<Work<typeof AnalyzeBrand.static>>) {
  const { analyzeBrand } = await import('./work.ts')
  return analyzeBrand(...run)
}

/**
 * Reads the website of a new identity and fills in what it finds. Expected errors are stored and do not kill
 * the job.
 */
export const analyzeBrandJob = defineJob('brand-identities.analyze', AnalyzeBrand, analyze, {
  title: 'Analyzing a website',
  subject: (ctx, { analysisId }) =>
    findSubject(
      ctx,
      sql`
      select analysis.organization_id, 'brand identity ' || identity.name as record
      from ${brandAnalysisJobs} as analysis join ${brandIdentities} as identity on identity.id = analysis.brand_identity_id
      where analysis.id = ${analysisId}`,
    ),
  attempts: analysisAttempts,
  onDead: (ctx, { analysisId }) => failAnalysis(ctx, analysisId, 'Workflow failed unexpectedly', 0),
})

const retentionMs = 24 * 60 * 60 * 1000

/** Deletes analyses after 24 hours (contract 8.5). */
export const sweepAnalyses = defineJob(
  'brand-identities.sweep',
  t.Object({}),
  async (ctx, _, { signal }) => {
    const before = new Date(ctx.now().getTime() - retentionMs)
    await deleteInSlices(ctx, brandAnalysisJobs, lt(brandAnalysisJobs.createdAt, before), { signal })
  },
  { title: 'Deleting old brand analyses' },
)
