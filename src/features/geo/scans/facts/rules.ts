import type { Hit } from '../../../../mentions/matcher.ts'

/** What the judge decided of the hits that the matcher was unsure of: named or not, by subject. */
export type Decided = Record<string, boolean>

/** The brand among the subjects of a matcher; the others are competitors by their ids. */
export const ownKey = 'own'

/**
 * Whom an answer names, the brand itself and competitors in the order in which they are named: whoever the matcher is
 * sure of, and of the others those whom the judge did not rule out.
 */
export function namedIn(hits: Hit[], decided: Decided = {}): { mentioned: boolean; competitorIds: string[] } {
  const sure = new Set(hits.filter(({ isSure }) => isSure).map(({ subject }) => subject))
  const named = new Set(hits.map(({ subject }) => subject))
  for (const subject of named) if (!sure.has(subject) && decided[subject] === false) named.delete(subject)
  return { mentioned: named.delete(ownKey), competitorIds: [...named] }
}

/** The subjects that are the judge's to decide: every hit of theirs is unsure. */
export function unsureIn(hits: Hit[]): string[] {
  const sure = new Set(hits.filter(({ isSure }) => isSure).map(({ subject }) => subject))
  return [...new Set(hits.map(({ subject }) => subject))].filter((subject) => !sure.has(subject))
}

/** Whether a source is the brand's own: its host is one of the brand's, or below one (contract geo 7: Save). */
export function isOwned(sources: { url: string }[], hosts: string[]): boolean {
  return sources.some(({ url }) => {
    const host = URL.parse(url)?.hostname.replace(/\.$/, '')
    return host !== undefined && hosts.some((own) => host === own || host.endsWith(`.${own}`))
  })
}
