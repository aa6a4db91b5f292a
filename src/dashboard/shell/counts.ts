import { useHome } from '../home/queries.ts'
import { paths } from '../paths.ts'

/** What waits for a person, by the place where it waits. */
export function useCounts(): Record<string, number | undefined> {
  const { data } = useHome()
  return { [paths.posts()]: data?.draftCount, [paths.feedback()]: data?.newFeedback.count }
}
