import type { Category } from './category.ts'
import type { Change } from './change.ts'
import type { Placed } from './placement.ts'

export type Explanation = {
  change: Change
  placement: 'highlight' | 'listed' | 'omitted'
  category: Category
  /** Each rule that applied, in order. */
  because: string[]
}

/** Why a commit's change has its place in the changelog; null for a commit outside of the range. */
export function explainCommit({ highlights, listed, omitted }: Placed, sha: string): Explanation | null {
  const places = [
    ['highlight', highlights],
    ['listed', listed],
    ['omitted', omitted],
  ] as const
  for (const [placement, entries] of places) {
    for (const { change, category, because } of entries) {
      if (change.commits.some((commit) => commit.sha.startsWith(sha)))
        return { change, placement, category, because }
    }
  }
  return null
}
