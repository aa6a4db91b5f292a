import { Link } from 'wouter'
import { useBrief } from '../../data/briefs.ts'
import { paths } from '../../data/paths.ts'
import type { Post } from '../../data/post.ts'
import { addressFor } from '../../data/project-address.ts'
import { Fact } from './fact.tsx'
import * as strings from './strings.ts'

const sources = {
  gap: { name: strings.planned.gap, path: paths.gaps() },
  search_console: { name: strings.planned.search, path: paths.searchGaps() },
  prompt: { name: strings.planned.prompt, path: paths.prompts() },
  manual: null,
}

/** The brief of an article, and its prompt. */
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
      <Fact name={strings.planned.brief}>
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
