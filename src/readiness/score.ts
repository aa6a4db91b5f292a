import type { Result, Tier } from './check.ts'

/** Changes with every rule that can change a score. Stored with each report. */
export const rulesVersion = 1

const maxBonus = 10

type Scored = { tier: Tier; weight: number; result: Result }
type Part = { earned: number; available: number; passing: number; total: number }

export type Breakdown = {
  essential: Part
  recommended: Part
  bonus: { points: number; positiveSignals: number }
}

const counts = ({ result }: Scored) => result !== 'unknown' && result !== 'not_applicable'

/** Full weight for a passed check, half for a partial one. */
const earnedBy = ({ result, weight }: Scored) =>
  result === 'passed' ? weight : result === 'partial' ? weight / 2 : 0

/**
 * The score of 0 to 100 (contract geo 12). Checks that are unknown or not applicable leave the denominator. Zero if
 * no check counts.
 */
export function scoreOf(checks: Scored[]): { score: number; breakdown: Breakdown } {
  const partOf = (tier: Tier): Part => {
    const all = checks.filter((check) => check.tier === tier && counts(check))
    return {
      earned: sum(all.map(earnedBy)),
      available: sum(all.map(({ weight }) => weight)),
      passing: all.filter(({ result }) => result === 'passed').length,
      total: all.length,
    }
  }
  const [essential, recommended] = [partOf('essential'), partOf('recommended')]
  const extra = checks.filter((check) => check.tier === 'bonus' && counts(check))
  const points = Math.min(maxBonus, sum(extra.map(earnedBy)))
  const positiveSignals = extra.filter(({ result }) => result === 'passed').length
  const breakdown = { essential, recommended, bonus: { points, positiveSignals } }
  const available = essential.available + recommended.available
  const share = available > 0 ? (essential.earned + recommended.earned) / available : 0
  return { score: Math.min(100, Math.round(100 * share) + Math.round(points)), breakdown }
}

export const scoreLabels = ['great', 'needs improvement', 'poor'] as const

/** The band of a score: great from 90, needs improvement from 50, else poor. */
export function labelOf(score: number): (typeof scoreLabels)[number] {
  return score >= 90 ? 'great' : score >= 50 ? 'needs improvement' : 'poor'
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
