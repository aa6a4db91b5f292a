import { useSyncExternalStore } from 'react'

/** A value outside of React that components subscribe to. */
export type Store<T> = { get(): T; set(next: T): void; watch(watcher: () => void): () => void }

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const watchers = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const watcher of watchers) watcher()
    },
    watch(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}

export function useStore<T>({ watch, get }: Store<T>): T {
  return useSyncExternalStore(watch, get)
}
