import { useEffect } from 'react'
import { useLeaving } from './leaving.tsx'
import type { Saver, Versioned } from './saver.ts'
import { useShortcuts } from './shortcuts.ts'

/** Connects a saver to the page: it receives updates of the record, saves on request, and warns before edits are lost. */
export function useSaver<Stored extends Versioned, Extra>(saver: Saver<Stored, Extra>, stored: Stored) {
  useEffect(() => saver.receive(stored), [saver, stored])
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => saver.isUnsaved() && event.preventDefault()
    const online = () => void saver.save()
    window.addEventListener('beforeunload', ask)
    window.addEventListener('online', online)
    const close = saver.open()
    return () => {
      window.removeEventListener('beforeunload', ask)
      window.removeEventListener('online', online)
      close()
    }
  }, [saver])
  useShortcuts({ 'mod+s': () => void saver.save() })
  useLeaving({ isUnsaved: saver.isUnsaved, save: () => saver.save() })
}
