import type { BriefPatch, BriefStatus } from './model.ts'
import type { BriefDocument } from './table.ts'

/** A brief that nobody writes: it can be approved, and changed (spec: States and transitions: Brief). */
export const isAtRest = (status: BriefStatus) => status === 'draft' || status === 'failed'

/** What makes two headings the same, whatever their punctuation, capitals and numbers in front: C# is not C++. */
export const foldHeading = (heading: string) =>
  heading
    .replace(/^[\s#]*(?:\d+[.)]\s+)?/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+#]+/gu, '')

/** The first heading that stands over two sections; null where each is its own. */
export function findRepeatedHeading(sections: { heading: string }[]): string | null {
  const known = new Set<string>()
  for (const { heading } of sections) {
    const folded = foldHeading(heading)
    if (known.has(folded)) return heading
    known.add(folded)
  }
  return null
}

/** A document with what a person changed in it; what is left out stays. */
export function changeDocument(
  document: BriefDocument,
  { updatedAt: _, ...changes }: BriefPatch,
): BriefDocument {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...document, ...Object.fromEntries(given) }
}
