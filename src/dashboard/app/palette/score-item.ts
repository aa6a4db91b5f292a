import { defaultFilter } from 'cmdk'

/** The values of posts begin with this. */
export const postValue = 'post '

/** Letters that are scattered over several words score less. */
const minScore = 0.01

/**
 * The rank of an item for a search; 0 hides it. The server has found the posts, also by words that their titles do not
 * have: they come after pages and actions.
 */
export function scoreItem(value: string, search: string, keywords?: string[]): number {
  if (value.startsWith(postValue)) return minScore / 2
  const score = defaultFilter(value, search, keywords)
  return score < minScore ? 0 : score
}
