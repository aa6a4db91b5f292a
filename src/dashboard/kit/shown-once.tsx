import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Copy } from './copy.tsx'
import { Dialog } from './dialog.tsx'
import * as strings from './strings.ts'

/** A secret that is shown once and stored nowhere. Only the button that confirms this closes the dialog. */
export function ShownOnce({
  title,
  what,
  text,
  note,
  wide,
  onDone,
  children,
}: {
  title: string
  /** What is copied, such as "the key". */
  what: string
  text: string
  /** The instruction. */
  note: ReactNode
  wide?: boolean
  onDone: () => void
  /** Further content below it. */
  children?: ReactNode
}) {
  return (
    <Dialog
      title={title}
      wide={wide}
      footer={
        <>
          <span className="grow" />
          <Button look="primary" onClick={onDone}>
            {strings.shownOnce.copied}
          </Button>
        </>
      }
    >
      <p>{note}</p>
      <div className="once">
        <code>{text}</code>
        <Copy text={text} what={what} look="plain" />
      </div>
      {children}
    </Dialog>
  )
}
