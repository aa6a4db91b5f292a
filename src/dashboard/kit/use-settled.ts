import { useEffect, useState } from 'react'

const settleMilliseconds = 400

/** A debounced value, and whether it is up to date. */
export function useSettled<T>(value: T): { value: T; isSettled: boolean } {
  const [settled, setSettled] = useState(value)
  const name = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(name)), settleMilliseconds)
    return () => clearTimeout(timer)
  }, [name])
  return { value: settled, isSettled: JSON.stringify(settled) === name }
}
