import { useState } from 'react'
import { type Fact, useDeleteFact, useSaveFact } from '../../data/brands.ts'
import { TextArea } from '../../kit/field.tsx'
import { Confirm, FormDialog } from '../../kit/form-dialog.tsx'
import * as strings from './strings.ts'

/** Adds or edits a fact; a statement cannot become a URL, nor the reverse. */
export function FactDialog({
  brandId,
  fact,
  onClose,
}: {
  brandId: string
  fact?: Fact
  onClose: () => void
}) {
  const [value, setValue] = useState(fact ? factContent(fact) : '')
  const save = useSaveFact(brandId, fact)
  return (
    <FormDialog
      title={fact ? strings.factDialogs.editFact : strings.factDialogs.addFact}
      onClose={onClose}
      onSubmit={() => save.mutate(value.trim(), { onSuccess: onClose })}
      change={save}
      error={null}
      verb={fact ? strings.factDialogs.save : strings.factDialogs.add}
      busy={strings.factDialogs.saving}
    >
      <TextArea
        label={labelOf(fact)}
        required
        rows={4}
        maxLength={2048}
        hint={hintOf(fact)}
        error={save.error?.message}
        value={value}
        onChange={({ target }) => setValue(target.value)}
      />
    </FormDialog>
  )
}

/** Confirms the deletion of a fact. */
export function DeleteFact({ brandId, fact, onClose }: { brandId: string; fact: Fact; onClose: () => void }) {
  const deletion = useDeleteFact(brandId)
  return (
    <Confirm
      title={strings.factDialogs.deleteFact}
      verb={strings.factDialogs.delete}
      busy={strings.factDialogs.deleting}
      change={deletion}
      onConfirm={() => deletion.mutate(fact.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">“{factContent(fact)}”</p>
      <p>{strings.factDialogs.deleteFactEffect}</p>
    </Confirm>
  )
}

/** The statement, or the URL of a page. */
export const factContent = ({ url, text }: Fact) => url ?? text ?? ''

function labelOf(fact?: Fact): string {
  if (!fact) return strings.factDialogs.statementOrUrl
  return fact.kind === 'url' ? 'URL' : strings.factDialogs.statement
}

function hintOf(fact?: Fact): string {
  if (!fact) return strings.factDialogs.statementOrUrlHint
  return fact.kind === 'url' ? strings.factDialogs.urlHint : strings.factDialogs.statementHint
}
