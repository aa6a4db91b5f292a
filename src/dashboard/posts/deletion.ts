import { useEffect, useSyncExternalStore } from 'react'
import { dismissToast, toast } from '../parts/toast.tsx'
import { type Post, useDelete } from './queries.ts'

type Doomed = Pick<Post, 'id' | 'title'>

/** How long a deletion can be undone. */
const graceSeconds = 8

// It outlives the page: what is being deleted stays out of sight wherever one goes meanwhile.
let hidden: ReadonlySet<string> = new Set()
let pending: { send: () => void; undo: () => void } | null = null
const watchers = new Set<() => void>()

function setHidden(next: ReadonlySet<string>) {
  hidden = next
  for (const watcher of watchers) watcher()
}

const hide = (posts: Doomed[]) => setHidden(new Set([...hidden, ...posts.map(({ id }) => id)]))

function show(posts: Doomed[]) {
  const shown = new Set(posts.map(({ id }) => id))
  setHidden(new Set([...hidden].filter((id) => !shown.has(id))))
}

function sendNow() {
  pending?.send()
}

function undo() {
  pending?.undo()
}

/** Holds a deletion back until its time has come, or until somebody says that it has. */
function holdBack(posts: Doomed[], remove: () => void) {
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
      show(posts)
    },
  }
  hide(posts)
  const text = posts.length === 1 ? 'Post deleted' : `${posts.length} posts deleted`
  toast(text, { seconds: graceSeconds, undo })
}

/** Deletes posts: they vanish at once, and the requests go out after eight seconds; until then it can be undone. */
export function useDeletePosts() {
  const remove = useDelete()

  async function carryOut(posts: Doomed[]) {
    const { refused } = await remove(posts)
    const [first] = refused
    if (!first) return
    show(refused.map(({ post }) => post))
    const which = refused.length === 1 ? `“${first.post.title}”` : `${refused.length} posts`
    toast(`${which} could not be deleted. ${first.problem.message}`, { seconds: graceSeconds })
  }

  return (posts: Doomed[]) => {
    // Only the last deletion can be undone, so the one before it goes out.
    sendNow()
    holdBack(posts, () => carryOut(posts))
  }
}

/**
 * Which posts are out of sight because they are being deleted, and the acts that delete some and undo that. When the
 * page is left, what was deleted can no longer be undone.
 */
export function useDeletion() {
  const deletePosts = useDeletePosts()
  const deleted = useSyncExternalStore(
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
  return { deleted, deletePosts, undo }
}
