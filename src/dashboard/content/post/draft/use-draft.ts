import { useEffect } from 'react'
import type { Post } from '../../../data/post.ts'
import { useSignedOut } from '../../../data/signals.ts'
import { useLeaving } from '../../../kit/leaving.tsx'
import { useShortcuts } from '../../../kit/shortcuts.ts'
import { shortTime } from '../../../kit/time.tsx'
import { toast } from '../../../kit/toast.tsx'
import type { Draft } from './draft.ts'

/**
 * Connects a draft to the page: it receives updates of the post, saves on request, and warns before unsaved
 * text is left.
 */
export function useDraft(draft: Draft<Post>, post: Post) {
  useEffect(() => draft.hear(post), [draft, post])

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      draft.keepNow()
      if (draft.isUnsaved()) event.preventDefault()
    }
    const online = () => draft.save()
    window.addEventListener('beforeunload', ask)
    window.addEventListener('pagehide', draft.keepNow)
    window.addEventListener('online', online)
    const end = draft.begin()
    return () => {
      window.removeEventListener('beforeunload', ask)
      window.removeEventListener('pagehide', draft.keepNow)
      window.removeEventListener('online', online)
      end()
    }
  }, [draft])

  useEffect(() => {
    if (draft.restoredAt === null) return
    const at = shortTime(new Date(draft.restoredAt), new Date())
    toast(`Restored your unsaved changes from ${at}`, { undo: draft.forgetRestored, seconds: 12 })
  }, [draft])

  const isSignedOut = useSignedOut()
  useEffect(() => {
    if (!isSignedOut && draft.state.get().kind === 'failed') draft.save()
  }, [draft, isSignedOut])

  useShortcuts({ 'mod+s': () => void draft.save() })
  useLeaving({ isUnsaved: draft.isUnsaved, save: () => draft.save() })
}
