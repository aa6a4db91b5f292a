import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextArea } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'
import { Notice } from './notice.tsx'
import * as strings from './strings.ts'

export type ImportResult = {
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
  skippedAs = strings.importDialog.alreadyExisted,
  run,
  onClose,
}: {
  title: string

  /** Why rows can be left out. */
  skippedAs?: string
  hint: ReactNode
  /** A sample of such a file. */
  example: string
  run: (csv: string) => Promise<ImportResult>
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
      verb={strings.importDialog.import}
      busy={strings.importDialog.importing}
      disabled={csv.trim() === ''}
    >
      <label className="field">
        <span className="label">{strings.importDialog.file}</span>
        <input type="file" accept=".csv,text/csv" onChange={read} />
      </label>
      <TextArea
        label={strings.importDialog.paste}
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
}: ImportResult & { title: string; skippedAs: string; onClose: () => void }) {
  const said = [
    strings.importDialog.added(imported),
    updated > 0 && strings.importDialog.updated(updated),
    skipped > 0 && strings.importDialog.skipped(skipped, skippedAs),
  ].filter(Boolean)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <span className="grow" />
          <Button look="primary" onClick={onClose} data-autofocus="">
            {strings.importDialog.done}
          </Button>
        </>
      }
    >
      <p role="status">{said.join(', ')}.</p>
      {issues.length > 0 && (
        <Notice kind="warn">
          <p>{strings.importDialog.problems(issues.length)}</p>
          <ul className="bullets">
            {issues.map(({ line, message }) => (
              <li key={`${line} ${message}`}>{strings.importDialog.line(line, message)}</li>
            ))}
          </ul>
        </Notice>
      )}
    </Dialog>
  )
}
