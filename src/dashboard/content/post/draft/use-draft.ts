import { useEffect } from 'react'
import type { Post } from '../../../data/post.ts'
import { useSignedOut } from '../../../data/signals.ts'
import { shortTime } from '../../../kit/time.tsx'
import { toast } from '../../../kit/toast.tsx'
import { useSaver } from '../../../kit/use-saver.ts'
import type { Draft } from './draft.ts'
import * as strings from './strings.ts'

/** Connects a draft to the page: unsaved text is stored in this browser and restored by the next visit. */
export function useDraft(draft: Draft, post: Post) {
  useSaver(draft, post)

  useEffect(() => {
    window.addEventListener('pagehide', draft.keepNow)
    return () => {
      window.removeEventListener('pagehide', draft.keepNow)
      draft.keepNow()
    }
  }, [draft])

  useEffect(() => {
    if (draft.restoredAt === null) return
    const at = shortTime(new Date(draft.restoredAt), new Date())
    toast(strings.draft.restored(at), { undo: draft.forgetRestored, seconds: 12 })
  }, [draft])

  const isSignedOut = useSignedOut()
  useEffect(() => {
    if (!isSignedOut && draft.state.get().kind === 'failed') draft.save()
  }, [draft, isSignedOut])
}
