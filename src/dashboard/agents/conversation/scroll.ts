import { useLayoutEffect, useRef, useState } from 'react'

/** Within this distance from the end the view follows new content. */
const near = 96

const isAtEnd = () => window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - near

/**
 * Keeps the view at the end of a growing `list` while the user is there, and returns whether they are not.
 * After the user opens something at the end, the view does not follow.
 */
export function useFollow() {
  const list = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(true)
  const [isBehind, setBehind] = useState(false)
  useLayoutEffect(() => {
    const leave = new AbortController()
    const { signal } = leave
    // The scroll position when something was opened: scroll events of earlier moves may still arrive, and are
    // ignored.
    let openedAt: number | null = null
    function look() {
      if (window.scrollY === openedAt) return
      openedAt = null
      isFollowing.current = isAtEnd()
      setBehind(!isFollowing.current)
    }
    function stay({ target }: Event) {
      if (!(target instanceof Element && target.closest('summary'))) return
      isFollowing.current = false
      openedAt = window.scrollY
    }
    const growth = new ResizeObserver(() => {
      if (isFollowing.current) toEnd()
      else setBehind(!isAtEnd())
    })
    window.addEventListener('scroll', look, { passive: true, signal })
    list.current?.addEventListener('click', stay, { signal })
    if (list.current) growth.observe(list.current)
    toEnd()
    return () => {
      leave.abort()
      growth.disconnect()
    }
  }, [])
  function jump() {
    isFollowing.current = true
    toEnd()
    setBehind(false)
  }
  return { list, isBehind, jump }
}

const toEnd = () => window.scrollTo({ top: document.documentElement.scrollHeight })
