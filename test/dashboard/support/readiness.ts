import { readinessReports } from '../../../src/features/geo/readiness/table.ts'
import { rulesVersion } from '../../../src/readiness/score.ts'
import { html, origin, scanPages, text } from '../../support/readiness.ts'
import { addTrackedProject } from './projects.ts'
import type { Scene } from './scene.ts'

/** A project with a report of its website and an earlier, lower score. */
export async function addReadiness(scene: Scene) {
  const project = await addTrackedProject(scene)
  const { ctx } = scene.herald
  const { report } = await scanPages({
    '/robots.txt': text(
      `User-agent: PerplexityBot\nDisallow: /\n\nUser-agent: *\nAllow: /\nSitemap: ${origin}/sitemap.xml`,
    ),
    '/llms.txt': null,
    '/docs': html('/docs', { h1: '', description: 'Docs' }),
    '/.well-known/agent-card.json': null,
  })
  const issues = report.checks.filter(({ result }) => result === 'failed' || result === 'partial')
  const counts = {
    failedCount: issues.filter(({ result }) => result === 'failed').length,
    partialCount: issues.filter(({ result }) => result === 'partial').length,
  }
  const day = 24 * 60 * 60 * 1000
  const at = (days: number) => new Date(ctx.now().getTime() - days * day)
  const row = {
    projectId: project.id,
    targetUrl: await targetOf(scene, project.brandSettingsId),
    ...counts,
    evaluation: report,
  }
  const { score } = report
  await ctx.db.insert(readinessReports).values([
    {
      ...row,
      id: crypto.randomUUID(),
      status: 'completed',
      score: 40,
      rulesVersion: rulesVersion - 1,
      scannedAt: at(20),
      createdAt: at(20),
    },
    {
      ...row,
      id: crypto.randomUUID(),
      status: 'completed',
      score: score - 12,
      rulesVersion,
      scannedAt: at(9),
      createdAt: at(9),
    },
    {
      ...row,
      id: crypto.randomUUID(),
      status: 'completed',
      score,
      rulesVersion,
      scannedAt: at(1),
      createdAt: at(1),
    },
  ])
  return { ...project, report }
}

async function targetOf({ team }: Scene, brandId: string): Promise<string> {
  const { body } = await team.call('GET', `/v1/brand-identities/${brandId}`)
  return body.brandIdentity.websiteUrl
}
