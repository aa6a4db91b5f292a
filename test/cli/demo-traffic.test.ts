import { expect, test } from 'bun:test'
import { fillTraffic } from '../../src/cli/demo/traffic.ts'
import { fillVisibility } from '../../src/cli/demo/visibility.ts'
import { fillReadiness, fillSitemap } from '../../src/cli/demo/website.ts'
import { testApp } from '../support/app.ts'

test('the sample has traffic of each kind on thirty days, and a report of its website', async () => {
  const { ctx, team } = await testApp()
  const acme = await team('acme')
  const projectId = await fillVisibility(ctx, acme.id)
  await fillTraffic(ctx, acme.id, projectId)
  await fillReadiness(ctx, projectId, 'https://herald.example/v1/feedback/acme')
  await fillSitemap(ctx, projectId)
  const read = async (path: string) => (await acme.call('GET', `/v1/projects/${projectId}/geo/${path}`)).body

  const { totals, points, sources } = await read('traffic/overview?days=30')
  for (const name of ['crawler', 'cited', 'aiReferral', 'conversions', 'contradicted'])
    expect([name, totals[name] > 0]).toEqual([name, true])
  expect(new Set(points.map(({ day }: { day: string }) => day)).size).toBeGreaterThanOrEqual(29)
  expect(sources.length).toBeGreaterThanOrEqual(10)
  const { pages } = await read('traffic/pages?days=30&limit=100')
  expect(pages.filter(({ failed }: { failed: number }) => failed > 0)[0]).toMatchObject({ path: '/docs/api' })
  const { body: setup } = await acme.call('GET', '/v1/geo/ingest/setup')
  expect(setup.received.dropped.human).toBeGreaterThan(0)
  const { totals: week } = await read('traffic/overview?from=2026-02-26&to=2026-03-04')
  expect(setup.received.stored).toBe(week.crawler + week.aiReferral + week.contradicted)

  const { pages: visited } = await read('traffic/pages?days=30&limit=500')
  const paths = (name: string) =>
    visited
      .filter(({ source }: { source: string }) => source === name)
      .map(({ path }: { path: string }) => path)
  expect(paths('perplexitybot')).not.toContainEqual(expect.stringMatching(/^.docs/))
  expect(paths('oai-searchbot')).toContainEqual(expect.stringMatching(/^.docs/))

  const { report, targetUrl } = await read('agent-readiness')
  expect(report).toMatchObject({ status: 'completed', targetUrl, scoreLabel: 'needs improvement' })
  expect(report.issues.map(({ id }: { id: string }) => id)).toContain('ai-search-allowed')
  const { sitemaps } = await read('sitemaps')
  expect(sitemaps).toMatchObject([{ status: 'ready', pages: 7 }])
})
