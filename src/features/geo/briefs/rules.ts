import { toPromptId } from '../prompts/rules.ts'
import type { BriefRow, BriefStatus } from './model.ts'
import type { BriefPatch } from './request-model.ts'
import type { BriefDocument } from './table.ts'

/**
 * Whether a brief can be changed and approved, because no run writes it (spec: States and transitions:
 * Brief).
 */
export const isAtRest = (status: BriefStatus) => status === 'draft' || status === 'failed'

/** The fields of a brief that say which prompts its article answers. */
export type Targeted = Pick<BriefRow, 'sourceKind' | 'sourceId' | 'variantPromptIds'>

/** The ids of the prompts that the article of a brief answers, its own first; none if it was not planned for a prompt. */
export function targetsOf({ sourceKind, sourceId, variantPromptIds }: Targeted): string[] {
  const isOfPrompt = sourceKind === 'gap' || sourceKind === 'prompt'
  return isOfPrompt && sourceId ? [toPromptId(sourceId), ...variantPromptIds] : []
}

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
  { updatedAt: _, variantPromptIds: __, ...changes }: BriefPatch,
): BriefDocument {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...document, ...Object.fromEntries(given) }
}
