import type { BriefPatch, BriefStatus } from './model.ts'
import type { BriefDocument } from './table.ts'

/**
 * Whether a brief can be changed and approved, because no run writes it (spec: States and transitions:
 * Brief).
 */
export const isAtRest = (status: BriefStatus) => status === 'draft' || status === 'failed'

/** Folds a heading for comparison: ignores punctuation, capitals and leading numbers, but C# is not C++. */
export const foldHeading = (heading: string) =>
  heading
    .replace(/^[\s#]*(?:\d+[.)]\s+)?/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+#]+/gu, '')

/** Returns the first heading that two sections share; null if all differ. */
export function findRepeatedHeading(sections: { heading: string }[]): string | null {
  const known = new Set<string>()
  for (const { heading } of sections) {
    const folded = foldHeading(heading)
    if (known.has(folded)) return heading
    known.add(folded)
  }
  return null
}

/** Applies a change to a document; absent fields stay as they are. */
export function changeDocument(
  document: BriefDocument,
  { updatedAt: _, ...changes }: BriefPatch,
): BriefDocument {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...document, ...Object.fromEntries(given) }
}
