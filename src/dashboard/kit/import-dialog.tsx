import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextArea } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'
import { Notice } from './notice.tsx'

export type Imported = {
  imported: number
  updated: number
  skipped: number
  issues: { line: number; message: string }[]
}

/** Imports a CSV file or pasted CSV; then shows the result, with errors by line. */
export function ImportDialog({
  title,
  hint,
  example,
  skippedAs = 'already existed',
  run,
  onClose,
}: {
  title: string

  /** Why rows can be left out. */
  skippedAs?: string
  hint: ReactNode
  /** A sample of such a file. */
  example: string
  run: (csv: string) => Promise<Imported>
  onClose: () => void
}) {
  const [csv, setCsv] = useState('')
  const load = useMutation({ mutationFn: run })
  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (file) setCsv(await file.text())
  }
  if (load.data) return <Result {...load.data} {...{ title, skippedAs, onClose }} />
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={() => load.mutate(csv)}
      change={load}
      verb="Import"
      busy="Importing"
      disabled={csv.trim() === ''}
    >
      <label className="field">
        <span className="label">File</span>
        <input type="file" accept=".csv,text/csv" onChange={read} />
      </label>
      <TextArea
        label="Or paste CSV"
        mono
        rows={6}
        placeholder={example}
        hint={hint}
        value={csv}
        onChange={({ target }) => setCsv(target.value)}
      />
    </FormDialog>
  )
}

function Result({
  imported,
  updated,
  skipped,
  issues,
  title,
  skippedAs,
  onClose,
}: Imported & { title: string; skippedAs: string; onClose: () => void }) {
  const said = [
    `${imported} added`,
    updated > 0 && `${updated} updated`,
    skipped > 0 && `${skipped} skipped (${skippedAs})`,
  ].filter(Boolean)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <span className="grow" />
          <Button look="primary" onClick={onClose} data-autofocus="">
            Done
          </Button>
        </>
      }
    >
      <p role="status">{said.join(', ')}.</p>
      {issues.length > 0 && (
        <Notice kind="warn">
          <p>
            {issues.length} {issues.length === 1 ? 'line has a problem' : 'lines have problems'}:
          </p>
          <ul className="bullets">
            {issues.map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                Line {line}: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </Dialog>
  )
}
