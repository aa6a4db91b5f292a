import { useEffect, useState } from 'react'
import { type Brief, useSaveBrief } from '../../../data/briefs.ts'
import { useSaver } from '../../../kit/use-saver.ts'
import { startDraft } from './draft.ts'

/** The edited outline of this page: saved automatically, and before the page is left. */
export function useDraft(brief: Brief) {
  const save = useSaveBrief(brief.briefId)
  const [draft] = useState(() => startDraft(brief, save))
  useSaver(draft, brief)
  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && void draft.save()
    document.addEventListener('visibilitychange', leave)
    return () => document.removeEventListener('visibilitychange', leave)
  }, [draft])
  return draft
}
