import { useLayoutEffect, useRef, useState } from 'react'

/** So near to the end somebody reads along. */
const near = 96

const isAtEnd = () => window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - near

/**
 * Stays at the end of what grows within `list`, as long as whoever reads is there; tells when they are not. Who opens
 * something at the end wants to see that.
 */
export function useFollow() {
  const list = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(true)
  const [isBehind, setBehind] = useState(false)
  useLayoutEffect(() => {
    const leave = new AbortController()
    const { signal } = leave
    // Where the page was when something was opened: events of earlier moves may still arrive, and say nothing.
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
