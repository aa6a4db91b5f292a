import { api, ask } from './api.ts'
import { useOrgQuery } from './query.ts'

const askProjects = () => ask(api.v1.projects.get())

/** The tracked prompts and settings for one brand. */
export type Project = Awaited<ReturnType<typeof askProjects>>['projects'][number]

/** The organization's projects, oldest first. */
export function useProjects() {
  return useOrgQuery(['projects'], async () => (await askProjects()).projects, { staleTime: 60_000 })
}
