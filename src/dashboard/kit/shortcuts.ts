import { useLayoutEffect, useRef } from 'react'

const switchName = 'herald:single-keys'

/** Whether single-key shortcuts are on; a user can turn them off in the account. */
export const singleKeys = {
  areOn: () => localStorage.getItem(switchName) !== 'off',
  turn: (on: boolean) => (on ? localStorage.removeItem(switchName) : localStorage.setItem(switchName, 'off')),
}

type Keys = Record<string, (event: KeyboardEvent) => void>

/**
 * Shortcuts of a page while a component is shown: a single letter, two in sequence as 'g p', or with the
 * control key as 'mod+s'. Single letters are ignored in fields and dialogs.
 */
export function useShortcuts(keys: Keys) {
  const latest = useRef(keys)
  latest.current = keys
  // They are active as soon as the component is visible.
  useLayoutEffect(() => {
    let first = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented) return
      const name = nameOf(event)
      const known = latest.current
      if (name.startsWith('mod+')) {
        // A text field has its own undo history.
        const act = name === 'mod+z' && isTyping(event) ? undefined : known[name]
        if (act) {
          event.preventDefault()
          act(event)
        }
        return
      }
      if (event.altKey || event.ctrlKey || event.metaKey || isTyping(event) || isCovered()) return
      if (name.length === 1 && !singleKeys.areOn()) return
      const act = known[first ? `${first} ${name}` : name]
      clearTimeout(timer)
      const begins = !first && Object.keys(known).some((each) => each.startsWith(`${name} `))
      first = begins ? name : ''
      timer = setTimeout(() => {
        first = ''
      }, 1500)
      if (!act) return
      event.preventDefault()
      act(event)
    }
    document.addEventListener('keydown', press)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('keydown', press)
    }
  }, [])
}

function nameOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  return event.ctrlKey || event.metaKey ? `mod+${key}` : key
}

function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
  )
}

const isCovered = () => document.querySelector('dialog[open]') !== null

/** j and k move the focus through a list's rows; rows are marked with data-row. */
export function moveInList(step: 1 | -1) {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
