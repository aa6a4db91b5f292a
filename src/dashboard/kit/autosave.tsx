import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { type State as Shape, Status } from './status.tsx'
import * as strings from './strings.ts'

/** The delay between the last key and the save. */
const saveDelay = 800

type Failures<Values> = { [Key in keyof Values]?: Error }

/**
 * Saves each changed value after a pause, and immediately when the page is left; one request at a time, so
 * that the last value wins, and an error does not delay the others. `draft` has the values changed here, to
 * be shown instead of the stored ones: the server's normalization must not change a text while the user
 * types. While `isHeld` returns true, nothing is sent.
 */
export function useAutosave<Values extends object>(
  save: (patch: Partial<Values>) => Promise<unknown>,
  isHeld: (key: keyof Values, unsent: Partial<Values>) => boolean = () => false,
) {
  const [draft, setDraft] = useState<Partial<Values>>({})
  const [failures, setFailures] = useState<Failures<Values>>({})
  const [saved, setSaved] = useState<Partial<Values>>({})
  const unsent = useRef<Partial<Values>>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { mutate } = useMutation({
    mutationFn: save,
    scope: { id: useId() },
    onSuccess: (_, sent) => {
      setSaved((before) => ({ ...before, ...sent }))
      setFailures((before) => without(before, (key) => key in sent))
    },
    onError: (error, sent) => {
      const failed = Object.fromEntries(Object.keys(sent).map((key) => [key, error]))
      setFailures((before) => ({ ...before, ...failed }))
    },
  })

  function flush() {
    clearTimeout(timer.current)
    const held = without(unsent.current, (key) => !isHeld(key, unsent.current))
    for (const [key, value] of Object.entries(unsent.current))
      if (!(key in held)) mutate({ [key]: value } as Partial<Values>)
    unsent.current = held
  }
  const latest = useRef(flush)
  latest.current = flush
  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && latest.current()
    const close = () => latest.current()
    document.addEventListener('visibilitychange', leave)
    window.addEventListener('pagehide', close)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      window.removeEventListener('pagehide', close)
      latest.current()
    }
  }, [])

  /** Accepts a change; a choice is saved immediately, a text after a pause. */
  function change(patch: Partial<Values>, isTyping = false) {
    setDraft((before) => ({ ...before, ...patch }))
    setSaved((before) => without(before, (key) => key in patch))
    setFailures((before) => without(before, (key) => key in patch))
    unsent.current = { ...unsent.current, ...patch }
    clearTimeout(timer.current)
    if (isTyping) timer.current = setTimeout(flush, saveDelay)
    else flush()
  }

  /** Sends failed changes again. */
  function retry() {
    const refused = Object.entries(draft).filter(([key]) => key in failures)
    change(Object.fromEntries(refused) as Partial<Values>)
  }

  return { draft, failures, change, flush, retry, state: stateOf(draft, saved, failures) }
}

function without<Values extends object>(values: Values, isGone: (key: keyof Values) => boolean): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !isGone(key as keyof Values))) as Values
}

const shapes = {
  saving: 'busy',
  failed: 'bad',
  saved: 'good',
  companyMissing: 'warn',
} satisfies Record<string, Shape>

const words: Record<keyof typeof shapes, string> = {
  saving: strings.autosave.saving,
  failed: strings.autosave.failed,
  saved: strings.autosave.saved,
  companyMissing: strings.autosave.companyMissing,
}

type State = keyof typeof shapes | null

function stateOf<Values extends object>(
  draft: Partial<Values>,
  saved: Partial<Values>,
  failures: Failures<Values>,
): State {
  const keys = Object.keys(draft) as (keyof Values)[]
  if (keys.some((key) => !(key in failures) && !(key in saved && saved[key] === draft[key]))) return 'saving'
  if (keys.some((key) => key in failures)) return 'failed'
  return keys.length > 0 ? 'saved' : null
}

/** The save status, with a retry after an error; it stays visible above a long page. */
export function SaveState({ state, retry }: { state: State; retry: () => void }) {
  return (
    <div className="save-state">
      <span role="status">{state && <Status state={shapes[state]}>{words[state]}</Status>}</span>
      {state === 'failed' && (
        <Button slim onClick={retry}>
          {strings.autosave.tryAgain}
        </Button>
      )}
    </div>
  )
}
