import { Link } from 'wouter'
import { useBrief } from '../../data/briefs.ts'
import { paths } from '../../data/paths.ts'
import type { Post } from '../../data/post.ts'
import { addressFor } from '../../data/project-address.ts'
import { Fact } from './fact.tsx'

const sources = {
  gap: { name: 'Gap', path: paths.gaps() },
  search_console: { name: 'Search', path: paths.searchGaps() },
  prompt: { name: 'Prompt', path: paths.prompts() },
  manual: null,
}

/** The outline of an article, and its prompt. */
export function Planned({ post }: { post: Post }) {
  const { briefId, projectId } = post.sourceMetadata ?? {}
  const isPlanned = typeof briefId === 'string' && typeof projectId === 'string'
  return isPlanned && <Outline briefId={briefId} projectId={projectId} />
}

function Outline({ briefId, projectId }: { briefId: string; projectId: string }) {
  const { data: brief } = useBrief(projectId, briefId)
  if (!brief) return null
  const { workingTitle, targetPrompt } = brief.brief.brief
  const source = sources[brief.sourceKind]
  return (
    <>
      <Fact name="Outline">
        <Link href={addressFor(projectId, paths.article(briefId))}>{workingTitle}</Link>
      </Fact>
      {source && (
        <Fact name={source.name}>
          <Link href={addressFor(projectId, source.path)}>{targetPrompt}</Link>
        </Fact>
      )}
    </>
  )
}
