import { ButtonLink } from '../parts/button.tsx'
import { paths } from '../paths.ts'
import { useProjectAddress } from '../projects/address.ts'
import { type BriefItem, isEditable } from './queries.ts'

/** What is next to be done about an article, in its row. */
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
