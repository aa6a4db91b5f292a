import type { Home } from '../../data/home.ts'
import * as strings from './strings.ts'

/** What the questions are about. */
export type StarterFacts = {
  /** Names of connected repositories. */
  repositories: string[]
  home: Pick<Home, 'drafts' | 'newFeedback' | 'visibility'>
}

const maxStarters = 5

/**
 * Returns questions about what the organization has: what waits for it first, then its repositories. Empty if it has
 * nothing to ask about.
 */
export function listStarters({ repositories, home }: StarterFacts): string[] {
  const { drafts, newFeedback, visibility } = home
  const [first, second = first] = repositories
  const [draft] = drafts
  const [gaps, answers] = [visibility?.gaps ?? 0, visibility?.brand.n ?? 0]
  const { gapsToWrite, triage, finishDraft, mentionRate, ...ofRepository } = strings.starters
  return [
    gaps > 0 && gapsToWrite(gaps),
    newFeedback.count > 0 && triage(newFeedback.count),
    draft !== undefined && finishDraft(draft.title),
    gaps === 0 && visibility !== null && answers > 0 && mentionRate(visibility.days),
    first !== undefined && ofRepository.listChanges(first),
    second !== undefined && ofRepository.draftChangelog(second),
    first !== undefined && ofRepository.listPullRequests(first),
  ]
    .filter((starter) => starter !== false)
    .slice(0, maxStarters)
}
