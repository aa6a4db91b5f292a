import { useBrief, useRunEnd } from '../../data/briefs.ts'
import { useProject } from '../../data/project-context.ts'
import { BriefState } from './state.tsx'

/** How far an article is that is being written, step by step; when it is there, the lists are read anew. */
export function WritingState({
  briefId,
  status = 'writing',
}: {
  briefId: string
  /** How it stood when its list was read. */
  status?: 'approved' | 'writing'
}) {
  const { id } = useProject()
  const { data: brief } = useBrief(id, briefId)
  useRunEnd(brief)
  return <BriefState status={brief?.status ?? status} step={brief?.step} />
}
