import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ask } from '../api.ts'
import { useOrganization } from '../session/session.tsx'

export type Home = NonNullable<Awaited<ReturnType<typeof api.api.app.home.get>>['data']>

/** What waits, runs and went out; asked for often while something runs, and now and then otherwise. */
export function useHome() {
  const { id } = useOrganization()
  return useQuery({
    queryKey: [id, 'home'],
    queryFn: () => ask(api.api.app.home.get()),
    refetchInterval: ({ state }) => (state.data && state.data.runs.length > 0 ? 2000 : 60_000),
  })
}

/** The repositories of the organization, the one that was connected last at the end. */
export function useConnected() {
  const { id } = useOrganization()
  return useQuery({
    queryKey: [id, 'integrations', 'home'],
    queryFn: () => ask(api.api.app.integrations.get()),
  })
}

export function useConnect() {
  const { id } = useOrganization()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (repository: { owner: string; repo: string; token?: string }) =>
      ask(api.v1.integrations.github.post(repository)),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [id, 'integrations'] }),
        client.invalidateQueries({ queryKey: [id, 'home'] }),
      ]),
  })
}

/** What happened in a repository in the last 30 days; asked for once. */
export function useLastMonth(repositoryId: string) {
  const { id } = useOrganization()
  return useQuery({
    queryKey: [id, 'activity', repositoryId],
    queryFn: () =>
      ask(
        api.v1.activity.preview.post({
          integrations: { github: [repositoryId] },
          lookbackWindow: 'last_30_days',
        }),
      ),
    staleTime: 5 * 60_000,
  })
}
