import { expect, test } from 'bun:test'
import { evaluate } from '../../src/readiness/evaluate.ts'
import { labelOf, scoreOf } from '../../src/readiness/score.ts'
import { good, html, origin, scanPages, text } from '../support/readiness.ts'

// Each score is computed by hand from the weights of the checks.

test('a site that passes everything scores 100, and its bonus is capped at 10', async () => {
  const { report } = await scanPages()
  expect(report.breakdown).toEqual({
    essential: { earned: 85, available: 85, passing: 7, total: 7 },
    recommended: { earned: 46, available: 46, passing: 9, total: 9 },
    bonus: { points: 10, positiveSignals: 7 },
  })
  expect([report.score, report.scoreLabel]).toEqual([100, 'great'])
})

test('a blog without files for agents scores 75 and needs improvement', async () => {
  const blog = {
    '/': html('/', { head: `<link rel="canonical" href="${origin}/">` }),
    '/docs': html('/docs'),
    '/robots.txt': text(`User-agent: *\nAllow: /\nSitemap: ${origin}/sitemap.xml`),
    '/sitemap.xml': text(`<urlset><url><loc>${origin}/docs</loc></url></urlset>`),
  }
  const { report } = await scanPages({}, `${origin}/`, blog)
  // Earned: all 85 essential; canonical 5, one-h1 4, title-description 4 of 46 recommended. 98 / 131 = 74.8.
  expect(report.breakdown.essential).toMatchObject({ earned: 85, available: 85 })
  expect(report.breakdown.recommended).toMatchObject({ earned: 13, available: 46 })
  expect(report.breakdown.bonus).toEqual({ points: 0, positiveSignals: 0 })
  expect([report.score, report.scoreLabel]).toEqual([75, 'needs improvement'])
})

test('an application that renders in the browser and forbids agents scores 30 and is poor', async () => {
  const shell = text('<!doctype html><title>Acme</title><h1>Acme</h1><div id="app"></div>', 'text/html')
  const app = { '/': shell, '/robots.txt': text('User-agent: *\nDisallow: /') }
  const { report } = await scanPages({}, `${origin}/`, app)
  // Essential: reachable 15, robots-readable 5, indexable 15 of 85. Recommended: one-h1 4 of 46. 39 / 131 = 29.8.
  expect(report.breakdown.essential).toMatchObject({ earned: 35, available: 85 })
  expect(report.breakdown.recommended).toMatchObject({ earned: 4, available: 46 })
  expect([report.score, report.scoreLabel]).toEqual([30, 'poor'])
})

test('partial is half, and what is unknown or not applicable leaves the denominator', () => {
  const { score, breakdown } = scoreOf([
    { tier: 'essential', weight: 15, result: 'partial' },
    { tier: 'essential', weight: 5, result: 'unknown' },
    { tier: 'recommended', weight: 5, result: 'passed' },
    { tier: 'recommended', weight: 9, result: 'not_applicable' },
    { tier: 'bonus', weight: 3, result: 'passed' },
    { tier: 'bonus', weight: 0, result: 'failed' },
  ])
  // (7.5 + 5) / (15 + 5) = 62.5, rounded to 63, plus 3.
  expect(score).toBe(66)
  expect(breakdown.essential).toEqual({ earned: 7.5, available: 15, passing: 0, total: 1 })
})

test('the score is zero if no check counts', () => {
  expect(scoreOf([{ tier: 'recommended', weight: 5, result: 'unknown' }]).score).toBe(0)
})

test('the bands begin at 90 and 50', () => {
  expect([100, 90, 89, 50, 49, 0].map(labelOf)).toEqual([
    'great',
    'great',
    'needs improvement',
    'needs improvement',
    'poor',
    'poor',
  ])
})

test('feedback.md never changes the score', async () => {
  const { report } = await scanPages({ '/feedback.md': null })
  expect(report.score).toBe((await scanPages({}, `${origin}/`, good)).report.score)
})

test('refusals that the site reported are evidence for the check of their purpose, and change no score', async () => {
  const { facts, report } = await scanPages()
  const url = 'https://herald.example/v1/feedback/acme'
  const told = evaluate(facts, url, [
    { agent: 'GPTBot', category: 'training-crawler', status: 403, visits: 31 },
    { agent: 'PerplexityBot', category: 'search-index', status: 429, visits: 1 },
  ])
  const evidenceOf = (id: string) => told.checks.find((check) => check.id === id)?.evidence.at(-1)
  expect(evidenceOf('reachable')).toBe('Your server answered GPTBot with 403 31 times in the last 30 days.')
  expect(evidenceOf('ai-search-allowed')).toBe(
    'Your server answered PerplexityBot with 429 once in the last 30 days.',
  )
  expect(told.score).toBe(report.score)
})
