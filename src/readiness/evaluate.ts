import { assistantAgents, searchAgents } from './agents.ts'
import type { Check, Fix, Outcome } from './check.ts'
import { accessChecks } from './checks/access.ts'
import { bonusChecks } from './checks/bonus.ts'
import { contentChecks } from './checks/content.ts'
import { fileChecks } from './checks/files.ts'
import { readPages, type SiteFacts } from './facts.ts'
import { listRefusals, type Refusal } from './refusals.ts'
import { type Breakdown, labelOf, rulesVersion, type scoreLabels, scoreOf } from './score.ts'

/** All checks: the essential ones first, then by weight. */
export const checks: Check[] = [...accessChecks, ...contentChecks, ...fileChecks, ...bonusChecks].toSorted(
  (a, b) => rankOf(a) - rankOf(b) || b.weight - a.weight,
)

function rankOf({ tier }: Check) {
  return ['essential', 'recommended', 'bonus'].indexOf(tier)
}

export type CheckResult = Pick<Check, 'id' | 'name' | 'tier' | 'weight' | 'why'> & Outcome & { fix: Fix }

/** Which agents robots.txt lets in. Training is a choice: it is shown, never scored. */
export type AgentAccess = {
  agent: string
  purpose: 'search' | 'assistant' | 'training'
  result: 'passed' | 'review' | 'blocked' | 'unknown'
}

export type Evaluation = {
  score: number
  scoreLabel: (typeof scoreLabels)[number]
  breakdown: Breakdown
  rulesVersion: number
  pagesRead: number
  /** A sitemap of the site that could be read; absent in reports of earlier versions. */
  sitemapUrl?: string | null
  checks: CheckResult[]
  agents: AgentAccess[]
}

/**
 * The results of all checks on a site, and its score. `feedbackUrl` is where agents send feedback; `refusals` are what
 * the site itself reported about its answers.
 */
export function evaluate(site: SiteFacts, feedbackUrl: string, refusals: Refusal[] = []): Evaluation {
  const { origin } = site
  const { host, hostname } = new URL(origin)
  const fixContext = { origin, host, hostname, feedbackUrl }
  const judged = checks.map(({ judge, fix, ...check }) => {
    const { result, evidence } = judge(site)
    const reported = listRefusals(refusals, check.id)
    return { ...check, result, evidence: [...evidence, ...reported], fix: fix(fixContext) }
  })
  const { score, breakdown } = scoreOf(judged)
  return {
    score,
    scoreLabel: labelOf(score),
    breakdown,
    rulesVersion,
    pagesRead: readPages(site).length,
    sitemapUrl: findSitemap(site),
    checks: judged,
    agents: toAccess(site),
  }
}

/** The sitemap that lists pages of the site. */
function findSitemap({ sitemap }: SiteFacts): string | null {
  return sitemap.isRead && sitemap.status === 200 && !sitemap.isFallback && sitemap.own > 0
    ? sitemap.url
    : null
}

function toAccess({ robots }: SiteFacts): AgentAccess[] {
  if (!robots.isRead) return []
  return robots.access.map(({ agent, allowed, checked }) => ({
    agent,
    purpose: searchAgents.includes(agent)
      ? 'search'
      : assistantAgents.includes(agent)
        ? 'assistant'
        : 'training',
    result: allowed === checked ? 'passed' : allowed === 0 ? 'blocked' : 'review',
  }))
}
