import { useCallback, useEffect, useRef, useState } from 'react'

export type Saving = { state: 'still' | 'saving' | 'saved' | 'failed'; error: Error | null }

/** How long a hand has to rest before what it changed is saved. */
const rest = 800

/**
 * Saves what of the values differs from what is stored, 800 ms after the last change and when the page is left. One save
 * goes out at a time, so that none overtakes another; what changes meanwhile follows.
 */
export function useAutosave<Values extends Record<string, unknown>>(
  values: Values,
  save: (changes: Partial<Values>) => Promise<unknown>,
): Saving {
  const [saving, setSaving] = useState<Saving>({ state: 'still', error: null })
  const stored = useRef(values)
  const latest = useRef({ values, save })
  latest.current = { values, save }
  const isBusy = useRef(false)

  const flush = useCallback(async () => {
    const changes = differences(stored.current, latest.current.values)
    if (isBusy.current || Object.keys(changes).length === 0) return
    isBusy.current = true
    setSaving({ state: 'saving', error: null })
    const end = await latest.current.save(changes).then(
      () => ({ state: 'saved', error: null }) as const,
      (error: Error) => ({ state: 'failed', error }) as const,
    )
    isBusy.current = false
    setSaving(end)
    if (end.state === 'failed') return
    stored.current = { ...stored.current, ...changes }
    await flush()
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the rest anew
  useEffect(() => {
    const timer = setTimeout(flush, rest)
    return () => clearTimeout(timer)
  }, [values, flush])
  useEffect(() => () => void flush(), [flush])
  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && flush()
    document.addEventListener('visibilitychange', leave)
    return () => document.removeEventListener('visibilitychange', leave)
  }, [flush])
  return saving
}

function differences<Values extends Record<string, unknown>>(before: Values, after: Values): Partial<Values> {
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name]),
  ) as Partial<Values>
}
