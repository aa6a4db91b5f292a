import { useEffect, useSyncExternalStore } from 'react'
import { dismissToast, toast } from './toast.tsx'

/** How long a deletion can be undone. */
export const graceSeconds = 8

// They outlive the page: what is being deleted stays out of sight wherever one goes meanwhile.
let hidden: ReadonlySet<string> = new Set()
let pending: { send: () => void; undo: () => void } | null = null
const watchers = new Set<() => void>()

function setHidden(next: ReadonlySet<string>) {
  hidden = next
  for (const watcher of watchers) watcher()
}

/** Puts things that were hidden back into sight. */
export const show = (ids: string[]) => setHidden(hidden.difference(new Set(ids)))

function sendNow() {
  pending?.send()
}

/** Takes the last deletion back, where it has not gone out yet. */
export function undo() {
  pending?.undo()
}

/**
 * Hides things at once and deletes them after eight seconds; until then that can be undone. Only the last deletion can
 * be: the one before it goes out. The ids are unlike those of anything else.
 */
export function holdBack(ids: string[], text: string, remove: () => void) {
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

/** What is out of sight because it is being deleted. When the page is left, that can no longer be undone. */
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
