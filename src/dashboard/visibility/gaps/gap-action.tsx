import { Link } from 'wouter'
import type { PromptGap, SearchGap } from '../../data/gaps.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { useQueryState } from '../../data/query-state.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { WritingState } from '../articles/writing-state.tsx'
import * as strings from './strings.ts'

/**
 * The next step of a gap, by the status of its article (spec: Dashboard page /geo/gaps); the list's shortcuts
 * focus it. One of low confidence needs another scan first.
 */
export function GapAction({ gap }: { gap: PromptGap | SearchGap }) {
  const { id, prompt, brief } = gap
  const isUnsure = 'confident' in gap && !gap.confident
  const [, write] = useQueryState('write')
  const addressOf = useProjectAddress()
  const isDone = brief?.status === 'completed'
  // An article whose post was deleted can be planned again.
  if (!brief || (isDone && brief.postId === null))
    return (
      <Button
        slim
        look={isUnsure ? 'quiet' : 'plain'}
        data-row=""
        aria-label={strings.gapAction.writeAbout(prompt)}
        onClick={() => write(id)}
      >
        {strings.gapAction.write}
      </Button>
    )
  if (isDone && brief.postId !== null)
    return (
      <ButtonLink
        slim
        look="quiet"
        data-row=""
        href={paths.post(brief.postId)}
        aria-label={strings.gapAction.openPostNamed(brief.workingTitle)}
      >
        {strings.gapAction.openPost}
      </ButtonLink>
    )
  const href = addressOf(paths.article(brief.briefId))
  if (brief.status === 'approved' || brief.status === 'writing')
    return (
      <Link className="what" data-row="" href={href}>
        <WritingState briefId={brief.briefId} status={brief.status} />
      </Link>
    )
  return (
    <ButtonLink slim data-row="" href={href} aria-label={strings.gapAction.reviewNamed(brief.workingTitle)}>
      {strings.gapAction.review}
    </ButtonLink>
  )
}
