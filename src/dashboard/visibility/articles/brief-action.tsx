import { type BriefItem, isEditable } from '../../data/briefs.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { ButtonLink } from '../../kit/button.tsx'

/** The next step of an article, in its row. */
export function BriefAction({ brief }: { brief: BriefItem }) {
  const { id, status, postId, workingTitle } = brief
  const addressOf = useProjectAddress()
  if (isEditable(brief))
    return (
      <ButtonLink slim href={addressOf(paths.article(id))} aria-label={`Review “${workingTitle}”`}>
        Review
      </ButtonLink>
    )
  if (postId !== null)
    return (
      <ButtonLink slim look="quiet" href={paths.post(postId)} aria-label={`Open post “${workingTitle}”`}>
        Open post
      </ButtonLink>
    )
  return status === 'completed' ? <span className="muted">Post deleted</span> : null
}
