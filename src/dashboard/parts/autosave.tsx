import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'

/** How long after the last key what was typed is sent. */
const patience = 800

type Failures<Values> = { [Key in keyof Values]?: Error }

/**
 * Sends each value that was changed, a moment after the last key, and at once when the page is left; one request after
 * the other, so that the last word holds. `draft` is what is not saved yet, to be shown in place of what is.
 */
export function useAutosave<Values extends object>(save: (patch: Partial<Values>) => Promise<unknown>) {
  const [draft, setDraft] = useState<Partial<Values>>({})
  const [failures, setFailures] = useState<Failures<Values>>({})
  const [hasSaved, setSaved] = useState(false)
  const unsent = useRef<Partial<Values>>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { mutate } = useMutation({
    mutationFn: save,
    scope: { id: useId() },
    onSuccess: (_, sent) => {
      setDraft((before) => without(before, (key) => key in sent && before[key] === sent[key]))
      setFailures((before) => without(before, (key) => key in sent))
      setSaved(true)
    },
    onError: (error, sent) => {
      const failed = Object.fromEntries(Object.keys(sent).map((key) => [key, error]))
      setFailures((before) => ({ ...before, ...failed }))
    },
  })

  function flush() {
    clearTimeout(timer.current)
    for (const [key, value] of Object.entries(unsent.current)) mutate({ [key]: value } as Partial<Values>)
    unsent.current = {}
  }
  const latest = useRef(flush)
  latest.current = flush
  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && latest.current()
    document.addEventListener('visibilitychange', leave)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      latest.current()
    }
  }, [])

  /** Takes a change in; a choice is sent at once, a text when the typing rests. */
  function change(patch: Partial<Values>, isTyping = false) {
    setDraft((before) => ({ ...before, ...patch }))
    setFailures((before) => without(before, (key) => key in patch))
    unsent.current = { ...unsent.current, ...patch }
    clearTimeout(timer.current)
    if (isTyping) timer.current = setTimeout(flush, patience)
    else flush()
  }

  /** Sends again what was refused. */
  function retry() {
    const refused = Object.entries(draft).filter(([key]) => key in failures)
    change(Object.fromEntries(refused) as Partial<Values>)
  }

  const isPending = Object.keys(draft).some((key) => !(key in failures))
  return { draft, failures, change, flush, retry, state: stateOf(isPending, failures, hasSaved) }
}

function without<Values extends object>(values: Values, isGone: (key: keyof Values) => boolean): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !isGone(key as keyof Values))) as Values
}

type State = 'Saving' | 'Not saved' | 'Saved' | null

function stateOf(isPending: boolean, failures: object, hasSaved: boolean): State {
  if (isPending) return 'Saving'
  if (Object.keys(failures).length > 0) return 'Not saved'
  return hasSaved ? 'Saved' : null
}

/** Whether what was changed is saved, and another try where it is not; it stays in sight above a long page. */
export function SaveState({ state, retry }: { state: State; retry: () => void }) {
  return (
    <div className="save-state">
      <span className="muted small" role="status">
        {state}
      </span>
      {state === 'Not saved' && (
        <Button slim onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  )
}
