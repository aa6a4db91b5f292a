import { useQuery } from '@tanstack/react-query'
import { api, ask } from '../api.ts'
import { paths } from '../paths.ts'
import { useOrganization } from '../session/session.tsx'

/** What waits for a person, by the place where it waits. */
export function useCounts(): Record<string, number | undefined> {
  const { id } = useOrganization()
  const home = useQuery({
    queryKey: [id, 'home'],
    queryFn: () => ask(api.api.app.home.get()),
    refetchInterval: 60_000,
  })
  return { [paths.posts()]: home.data?.draftCount, [paths.feedback()]: home.data?.newFeedback.count }
}
