import { useBrief, useRunEnd } from '../../data/briefs.ts'
import { useProject } from '../../data/project-context.ts'
import { BriefState } from './state.tsx'

/** The step of an article that is being written; when it has ended, the lists are read again. */
export function WritingState({
  briefId,
  status = 'writing',
}: {
  briefId: string
  /** Its status in the list. */
  status?: 'approved' | 'writing'
}) {
  const { id } = useProject()
  const { data: brief } = useBrief(id, briefId)
  useRunEnd(brief)
  return <BriefState status={brief?.status ?? status} step={brief?.step} />
}
