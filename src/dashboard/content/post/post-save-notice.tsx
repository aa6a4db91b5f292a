import { SaveNotice } from '../../kit/save-notice.tsx'
import { Time } from '../../kit/time.tsx'
import type { Draft } from './draft/draft.ts'

/** Why the text of a post is not saved, and the next step. */
export function PostSaveNotice({ draft, onCompare }: { draft: Draft; onCompare?: () => void }) {
  return (
    <SaveNotice
      saver={draft}
      hint="Your changes are stored in this browser."
      describeConflict={({ updatedAt }) => (
        <>
          This post was changed elsewhere at <Time at={updatedAt} />. Choose the version to keep.
        </>
      )}
      onCompare={onCompare}
    />
  )
}
