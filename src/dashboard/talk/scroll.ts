import { useLayoutEffect, useRef, useState } from 'react'

/** So near to the end somebody reads along. */
const near = 96

const isAtEnd = () => window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - near

/** Stays at the end of a page that grows, as long as whoever reads is there; tells when they are not. */
export function useFollow(growth: unknown) {
  const isFollowing = useRef(true)
  const [isBehind, setBehind] = useState(false)
  useLayoutEffect(() => {
    function look() {
      isFollowing.current = isAtEnd()
      setBehind(!isFollowing.current)
    }
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is done when the page has grown
  useLayoutEffect(() => {
    if (isFollowing.current) jump()
  }, [growth])
  function jump() {
    isFollowing.current = true
    window.scrollTo({ top: document.documentElement.scrollHeight })
    setBehind(false)
  }
  return { isBehind, jump }
}
