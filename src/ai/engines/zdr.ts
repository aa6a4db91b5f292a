import type { Engine } from './engine.ts'

type Policy = { enforceZdr: boolean; nonZdrApprovedEngines: string[] }

/**
 * Whether an engine is asked under zero data retention (contract 5: ZDR decision per engine): `require` sets
 * `requireZdr` in the question, `prefer` asks unchanged, `skip` does not ask.
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
