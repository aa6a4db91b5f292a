import { X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import * as strings from './strings.ts'

/**
 * A modal dialog; the browser traps the focus, closes it on Escape and restores the focus. It is open while
 * it is rendered. With `onSubmit` it is a form; without `onClose` one of its buttons has to be chosen.
 */
export function Dialog({
  title,
  onClose,
  onSubmit,
  footer,
  wide,
  children,
}: {
  title: string
  onClose?: () => void
  onSubmit?: () => void
  /** A note on the left, buttons on the right. */
  footer?: ReactNode
  wide?: boolean
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const before = document.activeElement
    element.showModal()
    const chosen = element.querySelector<HTMLElement>('[data-autofocus]')
    const first = element.querySelector<HTMLElement>('.body :is(input, select, textarea, button)')
    ;(chosen ?? first)?.focus()
    return () => {
      element.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  const inside = (
    <>
      <header>
        <h2 id={heading}>{title}</h2>
        {onClose && (
          <Button look="quiet" iconOnly className="end" aria-label={strings.dialog.close} onClick={onClose}>
            <Icon of={X} />
          </Button>
        )}
      </header>
      <div className="body">{children}</div>
      {footer && <footer>{footer}</footer>}
    </>
  )
  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit?.()
  }
  /** Browsers close a dialog on repeated Escape even if the event is canceled. */
  function stayOrClose() {
    if (dialog.current?.open) return
    if (onClose) onClose()
    else dialog.current?.showModal()
  }
  /** Ctrl Enter submits, also from a text of several lines. */
  function press(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLButtonElement>('footer [type=submit]')?.click()
  }
  return (
    <dialog
      ref={dialog}
      className={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onClose={stayOrClose}
    >
      {onSubmit ? (
        <form onSubmit={submit} onKeyDown={press}>
          {inside}
        </form>
      ) : (
        inside
      )}
    </dialog>
  )
}
