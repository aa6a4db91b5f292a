import { useEffect, useState } from 'react'
import { type Brief, useSaveBrief } from '../../../data/briefs.ts'
import { useLeaving } from '../../../kit/leaving.tsx'
import { startDraft } from './draft.ts'

/** The edited outline of this page: saved automatically, and before the page is left. */
export function useDraft(brief: Brief) {
  const save = useSaveBrief(brief.briefId)
  const [draft] = useState(() => startDraft(brief, save))
  useLeaving({ isUnsaved: draft.isUnsaved, save: draft.save })
  useEffect(() => draft.hear(brief), [draft, brief])
  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && void draft.save()
    const stay = (event: BeforeUnloadEvent) => draft.isUnsaved() && event.preventDefault()
    document.addEventListener('visibilitychange', leave)
    window.addEventListener('beforeunload', stay)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      window.removeEventListener('beforeunload', stay)
      void draft.save()
    }
  }, [draft])
  return draft
}
