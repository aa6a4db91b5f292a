import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { TextArea } from '../field.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { Issues } from './import-issues.tsx'
import { Preview } from './import-preview.tsx'
import type { ImportPreview, ImportResult } from './import-result.ts'
import * as strings from './strings.ts'

/** Imports a CSV file or pasted CSV; then shows the result, with errors by line. */
export function ImportDialog({
  title,
  hint,
  example,
  skippedAs = strings.importDialog.alreadyExisted,
  run,
  preview,
  onClose,
}: {
  title: string

  /** Why rows can be left out. */
  skippedAs?: string
  hint: ReactNode
  /** A sample of such a file. */
  example: string
  run: (csv: string) => Promise<ImportResult>
  /** Returns what an import would add; without it, there is no preview. */
  preview?: (csv: string) => Promise<ImportPreview>
  onClose: () => void
}) {
  const [csv, setCsv] = useState('')
  const load = useMutation({ mutationFn: run })
  const look = useMutation({ mutationFn: (text: string) => preview?.(text) ?? Promise.resolve(null) })
  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (file) setCsv(await file.text())
  }
  if (load.data) return <Result {...load.data} {...{ title, skippedAs, onClose }} />
  if (look.data)
    return (
      <FormDialog
        title={title}
        onClose={onClose}
        onSubmit={() => load.mutate(csv)}
        change={load}
        verb={strings.importDialog.importRows(look.data.imported)}
        busy={strings.importDialog.importing}
        disabled={look.data.imported === 0}
        focus="submit"
      >
        <Preview preview={look.data} skippedAs={skippedAs} />
      </FormDialog>
    )
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={() => (preview ? look.mutate(csv) : load.mutate(csv))}
      change={preview ? look : load}
      verb={preview ? strings.importDialog.preview : strings.importDialog.import}
      busy={preview ? strings.importDialog.reading : strings.importDialog.importing}
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
      <Issues issues={issues} />
    </Dialog>
  )
}
