import { X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

/**
 * A dialog over the page; the browser keeps the focus in it, closes it on Escape and gives the focus back. It is shown
 * as long as it is rendered: the caller keeps whether it is open. With `onSubmit` it is a form; without `onClose` one of
 * its own buttons has to be chosen.
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
  /** What it costs at the left, buttons at the right. */
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
          <Button look="quiet" iconOnly className="end" aria-label="Close" onClick={onClose}>
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
  /** A browser closes a dialog whatever is said against it when Escape is pressed again and again. */
  function stayOrClose() {
    if (dialog.current?.open) return
    if (onClose) onClose()
    else dialog.current?.showModal()
  }
  /** Ctrl Enter does what the dialog is for, also from a text of several lines. */
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
