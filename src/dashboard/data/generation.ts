import { api, ask } from './api.ts'
import { useOrgChange, useOrgQuery } from './query.ts'

export type PreviewRequest = NonNullable<Parameters<typeof api.v1.activity.preview.post>[0]>
export type Request = NonNullable<Parameters<typeof api.v1.posts.generate.post>[0]>

/** The connected repositories and trackers. */
export function useSources() {
  return useOrgQuery(['integrations', 'sources'], () => ask(api.v1.integrations.get()), {
    select: ({ github, linear, trackers = [] }) => [
      ...github.map((each) => ({ id: each.id, name: each.displayName, kind: 'repository' as const })),
      ...[...linear, ...trackers].map((each) => ({
        id: each.id,
        name: each.displayName,
        kind: 'tracker' as const,
      })),
    ],
  })
}

const minute = 60_000

/** The activity of a window. The code host limits such requests, so it is cached for a minute. */
export function usePreview(wanted: PreviewRequest) {
  return useOrgQuery(['activity', wanted], () => ask(api.v1.activity.preview.post(wanted)), {
    staleTime: minute,
    refetchOnWindowFocus: false,
  })
}

/** The formats, each with the reason why it cannot be written, if any. */
export function useFormats() {
  return useOrgQuery(['formats'], () => ask(api.api.app.formats.get()))
}

/** Starts a run for each requested format. */
export function useGenerate() {
  return useOrgChange('runs', (request: Request) => ask(api.v1.posts.generate.post(request)))
}

/** Starts a changelog of the last 30 days of one repository. */
export function useWriteChangelog() {
  const { mutate, mutateAsync, ...rest } = useGenerate()
  const request = (repositoryId: string): Request => ({
    contentType: 'changelog',
    lookbackWindow: 'last_30_days',
    integrations: { github: [repositoryId] },
  })
  return {
    ...rest,
    mutate: (repositoryId: string, options?: Parameters<typeof mutate>[1]) =>
      mutate(request(repositoryId), options),
    mutateAsync: (repositoryId: string) => mutateAsync(request(repositoryId)),
  }
}
