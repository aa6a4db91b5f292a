import type { Engine } from './engine.ts'

type Policy = { enforceZdr: boolean; nonZdrApprovedEngines: string[] }

/**
 * Whether an engine is asked, and whether nothing may be kept of it (contract 5: ZDR decision per engine): `require`
 * goes out as `requireZdr` of the question, `prefer` is asked as it is, and `skip` is not asked at all.
 */
export function decideZdr(
  { id, zdr, searchZdr }: Engine,
  { enforceZdr, nonZdrApprovedEngines }: Policy,
  isSearching: boolean,
): 'require' | 'prefer' | 'skip' {
  if (!enforceZdr) return 'prefer'
  if ((isSearching ? searchZdr : zdr) !== 'none') return 'require'
  return nonZdrApprovedEngines.includes(id) ? 'prefer' : 'skip'
}
