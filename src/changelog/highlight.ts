import type { Change } from './change.ts'
import type { Classification } from './classify.ts'
import { detailWords, noveltyWords, reliabilityWords } from './words.ts'

/** What earns a highlight, in order of priority (rule 2). */
export const themes = ['security', 'breaking', 'feature', 'reliability', 'performance'] as const
export type Theme = (typeof themes)[number]

/** The highest theme that a change qualifies for; null when it belongs among the other updates. */
export function themeOf(change: Change, { category, isBreaking, nature }: Classification): Theme | null {
  if (change.undoesThePast) return null
  if (category === 'Security') return 'security'
  if (isBreaking) return 'breaking'
  if (category === 'Features & Enhancements') return isMajor(change, nature === 'feature') ? 'feature' : null
  if (category === 'Bug Fixes') return reliabilityWords.test(change.subject.gist) ? 'reliability' : null
  return category === 'Performance Improvements' ? 'performance' : null
}

function isMajor({ subject: { gist }, paths, work }: Change, isDeclared: boolean): boolean {
  if (paths.length >= 15 || work.length >= 6) return true
  if (detailWords.test(gist)) return false
  return (
    noveltyWords.test(gist) ||
    (isDeclared && !/^(?:improve|update|extend|show|display|include|tweak|enhance|polish|adjust)/i.test(gist))
  )
}

/** How much of the repository a change concerned: orders changes of the same theme. */
export function weightOf({ kind, paths, work, labels }: Change, { nature }: Classification): number {
  const size = Math.log2(1 + paths.length) + Math.log2(1 + work.length)
  const isMarked = labels.some((label) => /^(?:major|highlight|headline)\b/i.test(label))
  return (
    size + (kind === 'pull_request' ? 1 : 0) + (isMarked ? 100 : 0) - (nature === 'dependencies' ? 100 : 0)
  )
}
