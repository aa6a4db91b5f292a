import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ask } from './api.ts'
import { useOrganization } from './session.tsx'

const askProjects = () => ask(api.v1.projects.get())

/** What is asked of engines about one brand. */
export type Project = Awaited<ReturnType<typeof askProjects>>['projects'][number]

/** The organization's projects, the oldest first. */
export function useProjects() {
  const { id } = useOrganization()
  return useQuery({
    queryKey: [id, 'projects'],
    queryFn: async () => (await askProjects()).projects,
    staleTime: 60_000,
  })
}

export function useCreateProject() {
  const { id } = useOrganization()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { name: string; brandSettingsId?: string }) => ask(api.v1.projects.post(body)),
    onSuccess: () => client.invalidateQueries({ queryKey: [id, 'projects'] }),
  })
}
