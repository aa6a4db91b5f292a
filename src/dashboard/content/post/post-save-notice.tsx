import { SaveNotice } from '../../kit/save-notice.tsx'
import { Time } from '../../kit/time.tsx'
import type { Draft } from './draft/draft.ts'
import * as strings from './strings.ts'

/** Why the text of a post is not saved, and the next step. */
export function PostSaveNotice({ draft, onCompare }: { draft: Draft; onCompare?: () => void }) {
  return (
    <SaveNotice
      saver={draft}
      hint={strings.postSaveNotice.savedInBrowser}
      describeConflict={({ updatedAt }) => (
        <>{strings.postSaveNotice.changedElsewhere(<Time at={updatedAt} />)}</>
      )}
      onCompare={onCompare}
    />
  )
}
