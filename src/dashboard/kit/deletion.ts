import { useEffect, useSyncExternalStore } from 'react'
import { dismissToast, toast } from './toast.tsx'

/** How long a deletion can be undone. */
export const graceSeconds = 8

// Module state that outlives the page: deleted records stay hidden on every page.
let hidden: ReadonlySet<string> = new Set()
let pending: { send: () => void; undo: () => void } | null = null
const watchers = new Set<() => void>()

function setHidden(next: ReadonlySet<string>) {
  hidden = next
  for (const watcher of watchers) watcher()
}

/** Shows hidden records again. */
export const show = (ids: string[]) => setHidden(hidden.difference(new Set(ids)))

function sendNow() {
  pending?.send()
}

/** Undoes the last deletion if it was not sent yet. */
export function undo() {
  pending?.undo()
}

/**
 * Hides records and deletes them after eight seconds; until then it can be undone. Only the last deletion can
 * be undone: the previous one is sent. The ids are unique across kinds.
 */
export function delayDeletion(ids: string[], text: string, remove: () => void) {
  sendNow()
  const timer = setTimeout(sendNow, graceSeconds * 1000)
  function end() {
    clearTimeout(timer)
    pending = null
    dismissToast()
  }
  pending = {
    send() {
      end()
      remove()
    },
    undo() {
      end()
      show(ids)
    },
  }
  setHidden(hidden.union(new Set(ids)))
  toast(text, { seconds: graceSeconds, undo })
}

/** The records that are hidden for deletion. When the page is left, they can no longer be restored. */
export function useHidden(): ReadonlySet<string> {
  const shown = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => hidden,
  )
  useEffect(() => {
    window.addEventListener('pagehide', sendNow)
    return () => {
      window.removeEventListener('pagehide', sendNow)
      sendNow()
    }
  }, [])
  return shown
}
