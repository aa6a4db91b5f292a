import { ask } from './api.ts'
import { geoRoutes, useGeo } from './project-data.ts'
import { useInvalidate, useOrgChange, useOrgQuery } from './query.ts'

const askPrompts = (projectId: string) => ask(geoRoutes(projectId).prompts.get())
export type Prompt = Awaited<ReturnType<typeof askPrompts>>['prompts'][number]

/** The prompts: the user's own, newest first, then those that Herald suggests. */
export function usePrompts() {
  const { projectId } = useGeo()
  return useOrgQuery(['prompts', projectId], async () => (await askPrompts(projectId)).prompts)
}

export function useAddPrompt() {
  const { routes } = useGeo()
  return useOrgChange(
    'prompts',
    (body: { prompt: string; tags?: string[] }) => ask(routes.prompts.post(body)),
    { inBackground: true },
  )
}

type PromptChange = { id: string; enabled?: boolean; tags?: string[] }

export function useChangePrompt() {
  const { routes } = useGeo()
  return useOrgChange('prompts', ({ id, ...patch }: PromptChange) =>
    ask(routes.prompts({ promptId: id }).patch(patch)),
  )
}

/** Sets whether a prompt counts as one that names the brand, which the figures depend on. */
export function useChooseBranded() {
  const { routes } = useGeo()
  return useOrgChange('brandedPrompt', ({ id, namesBrand }: Pick<Prompt, 'id' | 'namesBrand'>) =>
    ask(routes.prompts({ promptId: id }).patch({ namesBrand })),
  )
}

export function useDeletePrompt() {
  const { routes } = useGeo()
  return useOrgChange('prompts', (promptId: string) => ask(routes.prompts({ promptId }).delete()), {
    inBackground: true,
  })
}

/** Changes or deletes several prompts in order; stops at the first error. */
export function useChangePrompts() {
  const { routes } = useGeo()
  return useOrgChange(
    'prompts',
    async ({ prompts, tags }: { prompts: Prompt[]; tags: string[] | null }) => {
      for (const { id, tags: had } of prompts) {
        const one = routes.prompts({ promptId: id })
        await ask<unknown>(tags ? one.patch({ tags: [...new Set([...had, ...tags])] }) : one.delete())
      }
    },
    { inBackground: true, alsoAfterError: true },
  )
}

/** Returns what an import would add, without adding it. */
export function usePreviewPrompts() {
  const { routes } = useGeo()
  return (csv: string) => ask(routes.prompts.import.post({ csv, preview: true }))
}

export function useImportPrompts() {
  const { routes } = useGeo()
  const invalidate = useInvalidate()
  return async (csv: string) => {
    const imported = await ask(routes.prompts.import.post({ csv }))
    void invalidate('prompts')
    return imported
  }
}

const askPresence = (projectId: string) => ask(geoRoutes(projectId).visibility.presence.get())
/** The number of engines that answered a prompt last, and how many of them named the brand. */
export type Presence = Awaited<ReturnType<typeof askPresence>>['prompts'][number]

/** The presence of the brand in the newest answers, by the stored ids of prompts. */
export function usePresence() {
  const { projectId } = useGeo()
  return useOrgQuery(
    ['visibility', projectId, 'presence'],
    async () => (await askPresence(projectId)).prompts,
  )
}
