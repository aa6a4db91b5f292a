import { useState } from 'react'
import { type Fact, useDeleteFact, useSaveFact } from '../../data/brands.ts'
import { TextArea } from '../../kit/field.tsx'
import { Confirm, FormDialog } from '../../kit/form-dialog.tsx'

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
      title={fact ? 'Edit fact' : 'Add fact'}
      onClose={onClose}
      onSubmit={() => save.mutate(value.trim(), { onSuccess: onClose })}
      change={save}
      error={null}
      verb={fact ? 'Save' : 'Add'}
      busy="Saving"
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
      title="Delete fact"
      verb="Delete"
      busy="Deleting"
      change={deletion}
      onConfirm={() => deletion.mutate(fact.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">“{factContent(fact)}”</p>
      <p>Writers can no longer use it. Articles that used it keep their evidence.</p>
    </Confirm>
  )
}

/** The statement, or the URL of a page. */
export const factContent = ({ url, text }: Fact) => url ?? text ?? ''

function labelOf(fact?: Fact): string {
  if (!fact) return 'Statement or URL'
  return fact.kind === 'url' ? 'URL' : 'Statement'
}

function hintOf(fact?: Fact): string {
  if (!fact) return 'A true statement of up to 500 characters, or an https URL.'
  return fact.kind === 'url' ? 'Herald reads the page again.' : 'Up to 500 characters.'
}
