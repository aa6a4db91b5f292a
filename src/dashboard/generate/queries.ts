import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ask } from '../api.ts'
import { useOrganization } from '../session/session.tsx'
import { isOpen } from './run.ts'

export type Request = NonNullable<Parameters<typeof api.v1.posts.generate.post>[0]>

/** How a run stands: asked for every two seconds until it has ended; of no id, nothing is asked. */
export function useRun(runId: string) {
  const { id } = useOrganization()
  return useQuery({
    queryKey: [id, 'runs', runId],
    queryFn: () => ask(api.v1.runs({ runId }).get()),
    enabled: runId !== '',
    refetchInterval: ({ state }) => (state.data && isOpen(state.data.run) ? 2000 : false),
  })
}

/** Starts a run for each format that is asked for. */
export function useGenerate() {
  const { id } = useOrganization()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (request: Request) => ask(api.v1.posts.generate.post(request)),
    onSuccess: () => client.invalidateQueries({ queryKey: [id, 'runs'] }),
  })
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

/** What can be written, and what this server lacks for it. */
export function useFormats() {
  const { id } = useOrganization()
  return useQuery({ queryKey: [id, 'formats'], queryFn: () => ask(api.api.app.formats.get()) })
}
