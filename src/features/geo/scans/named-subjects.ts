import type { Hit } from '../../../mentions/matcher.ts'
import { ownKey } from './table.ts'

/** The judge's decisions on hits that the matcher was unsure of: named or not, by subject. */
export type JudgeDecisions = Record<string, boolean>

/**
 * Returns whether an answer names the brand, and its competitors in order of appearance: all sure hits, and
 * the unsure ones that the judge confirmed. Without a judge, only what is certain counts.
 */
export function namedIn(
  hits: Hit[],
  decided: JudgeDecisions = {},
): { mentioned: boolean; competitorIds: string[] } {
  const sure = new Set(hits.filter(({ isSure }) => isSure).map(({ subject }) => subject))
  const named = new Set(hits.map(({ subject }) => subject))
  for (const subject of named) if (!sure.has(subject) && decided[subject] !== true) named.delete(subject)
  return { mentioned: named.delete(ownKey), competitorIds: [...named] }
}

/** Returns the subjects that the judge decides: all of their hits are unsure. */
export function unsureIn(hits: Hit[]): string[] {
  const sure = new Set(hits.filter(({ isSure }) => isSure).map(({ subject }) => subject))
  return [...new Set(hits.map(({ subject }) => subject))].filter((subject) => !sure.has(subject))
}

/**
 * Whether a source belongs to the brand: its host is one of the brand's hosts or a subdomain (contract geo 7:
 * Save).
 */
export function isOwned(sources: { url: string }[], hosts: string[]): boolean {
  return sources.some(({ url }) => {
    const host = URL.parse(url)?.hostname.replace(/\.$/, '')
    return host !== undefined && hosts.some((own) => host === own || host.endsWith(`.${own}`))
  })
}
