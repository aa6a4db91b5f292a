import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { AroundNavHandler } from 'wouter'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import * as strings from './strings.ts'

type UnsavedWork = {
  isUnsaved: () => boolean
  /** Saves the work, and returns whether that succeeded. */
  save: () => Promise<boolean>
}

let work: UnsavedWork | null = null
let waiting: (() => void) | null = null
const watchers = new Set<() => void>()

function ask(go: (() => void) | null) {
  waiting = go
  for (const watcher of watchers) watcher()
}

/** The time limit of a save before the user is asked whether to leave without it. */
const leavePromptDelay = 1000

/**
 * Prevents navigation with unsaved work: it is saved first, and if that fails or takes long, the user is
 * asked. A late save continues the navigation if the user has not answered.
 */
export const aroundNavigation: AroundNavHandler = (navigate, to, options) => {
  const go = () => navigate(to, options)
  const isHere = to.split(/[?#]/, 1)[0] === location.pathname
  if (isHere || !work?.isUnsaved()) return go()
  let isAsked = false
  const late = setTimeout(() => {
    isAsked = true
    ask(go)
  }, leavePromptDelay)
  work.save().then((isSaved) => {
    clearTimeout(late)
    // The user has answered meanwhile and already left or stayed.
    if (isAsked && waiting !== go) return
    ask(isSaved ? null : go)
    if (isSaved) go()
  })
}

/** Guards the work of a page. */
export function useLeaving(guarded: UnsavedWork) {
  const latest = useRef(guarded)
  latest.current = guarded
  useEffect(() => {
    const own: UnsavedWork = {
      isUnsaved: () => latest.current.isUnsaved(),
      save: () => latest.current.save(),
    }
    work = own
    return () => {
      if (work === own) work = null
    }
  }, [])
}

/** The question to a user who leaves work that could not be saved. */
export function LeavingQuestion() {
  const go = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => waiting,
  )
  const [isBusy, setBusy] = useState(false)
  if (!go) return null
  function leave() {
    ask(null)
    go?.()
  }
  async function saveAndLeave() {
    setBusy(true)
    const isSaved = await work?.save()
    setBusy(false)
    if (isSaved) leave()
    else ask(null)
  }
  return (
    <Dialog
      title={strings.leaving.title}
      onClose={() => ask(null)}
      footer={
        <>
          <span className="grow" />
          <Button look="quiet" onClick={() => ask(null)}>
            {strings.leaving.stay}
          </Button>
          <Button onClick={leave}>{strings.leaving.leave}</Button>
          <Button
            look="primary"
            busy={isBusy && strings.leaving.saving}
            onClick={saveAndLeave}
            data-autofocus=""
          >
            {strings.leaving.saveAndLeave}
          </Button>
        </>
      }
    >
      <p>{strings.leaving.effect}</p>
    </Dialog>
  )
}
