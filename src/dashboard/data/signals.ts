import { useSyncExternalStore } from 'react'

/** A flag about the connection that any request may set and any component may read. */
function signal(initial: boolean) {
  let value = initial
  const watchers = new Set<() => void>()
  return {
    note(next: boolean) {
      if (next === value) return
      value = next
      for (const watcher of watchers) watcher()
    },
    use: () =>
      useSyncExternalStore(
        (watcher) => {
          watchers.add(watcher)
          return () => watchers.delete(watcher)
        },
        () => value,
      ),
  }
}

const offline = signal(false)
const signedOut = signal(false)

export const noteOffline = offline.note
/** True while the server is unreachable. */
export const useOffline = offline.use
export const noteSignedOut = signedOut.note
/** True after a request was refused because the session has ended. */
export const useSignedOut = signedOut.use
