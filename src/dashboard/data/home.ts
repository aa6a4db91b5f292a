import { api, ask } from './api.ts'
import { useOrgQuery } from './query.ts'

export type Home = NonNullable<Awaited<ReturnType<typeof api.api.app.home.get>>['data']>

/** What waits, runs and went out; asked for often while something runs, and now and then otherwise. */
export function useHome() {
  return useOrgQuery(['home'], () => ask(api.api.app.home.get()), {
    refetchInterval: ({ state }) => (state.data && state.data.runs.length > 0 ? 2000 : 60_000),
  })
}

/** What happened in a repository in the last 30 days; asked for once. */
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
