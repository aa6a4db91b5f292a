import { type BriefItem, isEditable } from '../../data/briefs.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { ButtonLink } from '../../kit/button.tsx'
import * as strings from './strings.ts'

/** The next step of an article, in its row. */
export function BriefAction({ brief }: { brief: BriefItem }) {
  const { id, status, postId, workingTitle } = brief
  const addressOf = useProjectAddress()
  if (isEditable(brief))
    return (
      <ButtonLink
        slim
        href={addressOf(paths.article(id))}
        aria-label={strings.briefAction.reviewNamed(workingTitle)}
      >
        {strings.briefAction.review}
      </ButtonLink>
    )
  if (postId !== null)
    return (
      <ButtonLink
        slim
        look="quiet"
        href={paths.post(postId)}
        aria-label={strings.briefAction.openPostNamed(workingTitle)}
      >
        {strings.briefAction.openPost}
      </ButtonLink>
    )
  return status === 'completed' ? <span className="muted">{strings.briefAction.postDeleted}</span> : null
}
