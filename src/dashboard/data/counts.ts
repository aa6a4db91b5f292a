import { api, ask } from './api.ts'
import { useHome } from './home.ts'
import { paths } from './paths.ts'
import { useOrgQuery } from './query.ts'

/** The numbers of pending items, by page. */
export function useCounts(): Record<string, number | undefined> {
  const { data } = useHome()
  const approvals = useApprovalCount()
  return {
    [paths.posts()]: data?.draftCount,
    [paths.articles()]: data?.articles.count,
    [paths.feedback()]: data?.newFeedback.count,
    [paths.chats()]: approvals,
  }
}

const pollMilliseconds = 30_000

/** The number of pending approvals in chats and sessions, polled and read again after changes. */
export function useApprovalCount(): number {
  const { data } = useOrgQuery(['approvals', 'count'], () => ask(api.api.app.approvals.count.get()), {
    staleTime: pollMilliseconds,
    refetchInterval: pollMilliseconds,
  })
  return data?.count ?? 0
}
