import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { type FormProps, Submit } from './form.tsx'
import { Failure } from './notice.tsx'
import * as strings from './strings.ts'

type Props = FormProps & { title: string; note?: ReactNode; wide?: boolean; onClose: () => void }

/** A dialog with fields and one action. `note` next to the buttons describes the effect or cost. */
export function FormDialog({
  title,
  note,
  wide,
  change,
  error = change.error,
  onSubmit,
  onClose,
  children,
  focus = 'fields',
  ...button
}: Props & {
  shortcut?: string
  /** The element with the initial focus. */
  focus?: 'fields' | 'cancel' | 'submit'
}) {
  return (
    <Dialog
      title={title}
      wide={wide}
      onClose={onClose}
      onSubmit={onSubmit}
      footer={
        <>
          <span className="grow muted">{note}</span>
          <Button look="quiet" onClick={onClose} data-autofocus={focus === 'cancel' ? '' : undefined}>
            {strings.formDialog.cancel}
          </Button>
          <Submit change={change} {...button} data-autofocus={focus === 'submit' ? '' : undefined} />
        </>
      }
    >
      {children}
      {error && <Failure error={error} />}
    </Dialog>
  )
}

/** Confirms an action that cannot be undone, with a sentence about its effect. */
export function Confirm({
  onConfirm,
  ...rest
}: Pick<Props, 'title' | 'verb' | 'busy' | 'change' | 'onClose' | 'children'> & { onConfirm: () => void }) {
  return <FormDialog {...rest} look="danger" focus="cancel" onSubmit={onConfirm} />
}
