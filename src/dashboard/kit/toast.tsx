import { useEffect, useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import * as strings from './strings.ts'

type Options = {
  undo?: () => unknown
  /** A link in the toast. */
  link?: { label: string; href: string }
  seconds?: number
}
type Toast = Options & { id: number; text: string; seconds: number }

let current: Toast | null = null
let count = 0
const watchers = new Set<() => void>()

function set(next: Toast | null) {
  current = next
  for (const watcher of watchers) watcher()
}

/** Shows a short message, with an undo action if there is one. */
export function toast(text: string, { undo, link, seconds = 4 }: Options = {}) {
  count += 1
  set({ id: count, text, undo, link, seconds })
}

export function dismissToast() {
  set(null)
}

/** The container of the visible toast. */
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
          {shown.link && <Way {...shown.link} />}
          {shown.undo && (
            <button
              type="button"
              onClick={() => {
                shown.undo?.()
                set(null)
              }}
            >
              {strings.toast.undo}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

/** A page of the dashboard opens in place; other links open in a new tab. */
function Way({ label, href }: { label: string; href: string }) {
  return href.startsWith('/') ? (
    <Link href={href} onClick={dismissToast}>
      {label}
    </Link>
  ) : (
    <a href={href} target="_blank" rel="noreferrer">
      {label}
    </a>
  )
}
