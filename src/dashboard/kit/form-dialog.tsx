import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { type FormProps, Submit } from './form.tsx'
import { Failure } from './notice.tsx'

type Props = FormProps & { title: string; note?: ReactNode; wide?: boolean; onClose: () => void }

/** A dialog with fields and one action. `note` says beside the buttons what the action does or costs. */
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
  /** What has the focus at first. */
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
            Cancel
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

/** Asks before something that cannot be undone; the sentence says what will happen. */
export function Confirm({
  onConfirm,
  ...rest
}: Pick<Props, 'title' | 'verb' | 'busy' | 'change' | 'onClose' | 'children'> & { onConfirm: () => void }) {
  return <FormDialog {...rest} look="danger" focus="cancel" onSubmit={onConfirm} />
}
