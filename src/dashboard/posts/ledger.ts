import type { Post } from './queries.ts'

/** How many changes a post accounts for, and where they went; null where it keeps no ledger. */
export function countLedger({ sourceMetadata }: Pick<Post, 'sourceMetadata'>) {
  const entries: unknown = sourceMetadata?.ledger
  if (!Array.isArray(entries) || entries.length === 0) return null
  const count = (placement: string) => entries.filter((entry) => entry.placement === placement).length
  return { highlighted: count('highlight'), listed: count('listed'), omitted: count('omitted') }
}
