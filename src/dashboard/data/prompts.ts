import { useMutation, useQuery } from '@tanstack/react-query'
import { ask } from './api.ts'
import { geoRoutes, useGeo } from './project-data.ts'

const askPrompts = (projectId: string) => ask(geoRoutes(projectId).prompts.get())
export type Prompt = Awaited<ReturnType<typeof askPrompts>>['prompts'][number]

/** What is asked: the prompts that somebody wrote, the newest first, then those that Herald proposes. */
export function usePrompts() {
  const { projectId, keyOf } = useGeo()
  return useQuery({
    queryKey: keyOf('prompts'),
    queryFn: async () => (await askPrompts(projectId)).prompts,
  })
}

export function useAddPrompt() {
  const { routes, renew } = useGeo()
  return useMutation({
    mutationFn: (body: { prompt: string; tags?: string[] }) => ask(routes.prompts.post(body)),
    onSuccess: () => void renew('prompts', 'scans'),
  })
}

export function useChangePrompt() {
  const { routes, renew } = useGeo()
  return useMutation({
    mutationFn: ({ id, ...patch }: { id: string; enabled?: boolean; tags?: string[] }) =>
      ask(routes.prompts({ promptId: id }).patch(patch)),
    // It is under way until what is shown is read anew.
    onSuccess: () => renew('prompts', 'scans'),
  })
}

export function useDeletePrompt() {
  const { routes, renew } = useGeo()
  return useMutation({
    mutationFn: (promptId: string) => ask(routes.prompts({ promptId }).delete()),
    onSuccess: () => void renew('prompts', 'scans'),
  })
}

/** Changes or deletes several prompts, one after the other; stops at the first that is refused. */
export function useChangePrompts() {
  const { routes, renew } = useGeo()
  return useMutation({
    mutationFn: async ({ prompts, tags }: { prompts: Prompt[]; tags: string[] | null }) => {
      for (const { id, tags: had } of prompts) {
        const one = routes.prompts({ promptId: id })
        await ask<unknown>(tags ? one.patch({ tags: [...new Set([...had, ...tags])] }) : one.delete())
      }
    },
    onSettled: () => void renew('prompts', 'scans'),
  })
}

export function useImportPrompts() {
  const { routes, renew } = useGeo()
  return async (csv: string) => {
    const imported = await ask(routes.prompts.import.post({ csv }))
    void renew('prompts', 'scans')
    return imported
  }
}

const askPresence = (projectId: string) => ask(geoRoutes(projectId).visibility.presence.get())
/** How many engines answered a prompt last, and how many of them named the brand. */
export type Presence = Awaited<ReturnType<typeof askPresence>>['prompts'][number]

/** How present the brand is in the newest answers, by the stored ids of the prompts. */
export function usePresence() {
  const { projectId, keyOf } = useGeo()
  return useQuery({
    queryKey: keyOf('visibility', 'presence'),
    queryFn: async () => (await askPresence(projectId)).prompts,
  })
}
