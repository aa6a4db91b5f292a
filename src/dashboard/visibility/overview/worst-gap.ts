import type { PromptGap } from '../../data/gaps.ts'

/** The certain gap whose answers name the brand least, unless its article is written or being written. */
export function findWorst(gaps: PromptGap[]): PromptGap | null {
  const open = gaps.filter(
    ({ brief, confident, branded, won }) =>
      confident &&
      !branded &&
      !won &&
      (brief === null || brief.status === 'draft' || brief.status === 'failed'),
  )
  return open.toSorted((a, b) => (a.rate ?? 1) - (b.rate ?? 1))[0] ?? null
}
