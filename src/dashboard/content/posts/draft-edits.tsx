import { useDraftEdits } from '../../data/posts.ts'
import * as strings from './strings.ts'

/** How much of Herald's drafts was changed before publication; nothing if no draft was published. */
export function DraftEdits({ contentType }: { contentType: string }) {
  const { data } = useDraftEdits(contentType)
  if (data?.editsPer100Lines == null) return null
  return (
    <p className="pt-4 text-muted">
      {strings.draftEdits(data.editsPer100Lines, data.interval, data.posts, data.days)}
    </p>
  )
}
