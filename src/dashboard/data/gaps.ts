import { api, ask } from './api.ts'
import { useProject } from './project-context.ts'
import { useOrgQuery } from './query.ts'

const askGaps = (projectId: string, language?: string) =>
  ask(api.v1.projects({ projectId }).geo.gaps.get({ query: { limit: 'all', language } }))

export type Gaps = Awaited<ReturnType<typeof askGaps>>
/** A prompt that at least half of the engines answer without naming the brand. */
export type PromptGap = Gaps['promptGaps'][number]
/** A search query without a tracked prompt. */
export type SearchGap = Gaps['searchGaps'][number]

/** The gaps over answers in all languages, or in one. */
export function useGaps(language = '') {
  const { id: projectId } = useProject()
  return useOrgQuery(['gaps', projectId, language], () => askGaps(projectId, language || undefined))
}

/** The gaps of the newest answers, which are read faster than all. */
export function useNewestGaps() {
  const { id: projectId } = useProject()
  return useOrgQuery(['gaps', projectId, 'newest'], () =>
    ask(api.v1.projects({ projectId }).geo.gaps.get({ query: {} })),
  )
}

const askPages = (projectId: string, promptId: string) =>
  ask(api.v1.projects({ projectId }).geo.gaps({ promptId }).pages.get())

/** A page that engines cite in answers to a prompt. */
export type GapPage = Awaited<ReturnType<typeof askPages>>['pages'][number]

export function useGapPages(promptId: string) {
  const { id: projectId } = useProject()
  return useOrgQuery(['gap-pages', projectId, promptId], () => askPages(projectId, promptId))
}
