import { useEffect, useSyncExternalStore } from 'react'

type Toast = { id: number; text: string; undo?: () => void; seconds: number }

let current: Toast | null = null
let count = 0
const watchers = new Set<() => void>()

function set(next: Toast | null) {
  current = next
  for (const watcher of watchers) watcher()
}

/** Says in passing what happened, with a way back where there is one. */
export function toast(text: string, { undo, seconds = 4 }: { undo?: () => void; seconds?: number } = {}) {
  count += 1
  set({ id: count, text, undo, seconds })
}

export function dismissToast() {
  set(null)
}

/** The place of the one toast that is shown. */
export function Toasts() {
  const shown = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => current,
  )
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => current?.id === shown.id && set(null), shown.seconds * 1000)
    return () => clearTimeout(timer)
  }, [shown])
  return (
    <div role="status" aria-live="polite">
      {shown && (
        <div className="toast">
          {shown.text}
          {shown.undo && (
            <button
              type="button"
              onClick={() => {
                shown.undo?.()
                set(null)
              }}
            >
              Undo
            </button>
          )}
        </div>
      )}
    </div>
  )
}
