import { useQuery } from '@tanstack/react-query'
import { api, ask } from './api.ts'
import { useProject } from './project-context.ts'
import { useOrganization } from './session.tsx'

const askGaps = (projectId: string) => ask(api.v1.projects({ projectId }).geo.gaps.get())

export type Gaps = Awaited<ReturnType<typeof askGaps>>
/** A prompt that at least half of the engines answer without the brand. */
export type PromptGap = Gaps['promptGaps'][number]
/** What people search for, and nobody tracks. */
export type SearchGap = Gaps['searchGaps'][number]

export function useGaps() {
  const { id } = useOrganization()
  const { id: projectId } = useProject()
  return useQuery({ queryKey: [id, 'gaps', projectId], queryFn: () => askGaps(projectId) })
}
