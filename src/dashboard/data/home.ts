import { api, ask } from './api.ts'
import { useOrgQuery } from './query.ts'

export type Home = NonNullable<Awaited<ReturnType<typeof api.api.app.home.get>>['data']>

/** Pending items, runs and recent posts; polled often while something runs, and rarely otherwise. */
export function useHome() {
  return useOrgQuery(['home'], () => ask(api.api.app.home.get()), {
    refetchInterval: ({ state }) => (state.data && state.data.runs.length > 0 ? 2000 : 60_000),
  })
}

/** The activity of a repository in the last 30 days; read once. */
export function useLastMonth(repositoryId: string) {
  return useOrgQuery(
    ['activity', repositoryId],
    () =>
      ask(
        api.v1.activity.preview.post({
          integrations: { github: [repositoryId] },
          lookbackWindow: 'last_30_days',
        }),
      ),
    { staleTime: 5 * 60_000 },
  )
}
