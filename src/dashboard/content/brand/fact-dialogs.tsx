import { useState } from 'react'
import { type Fact, useDeleteFact, useSaveFact } from '../../data/brands.ts'
import { Button } from '../../kit/button.tsx'
import { Confirm, Dialog } from '../../kit/dialog.tsx'
import { TextArea } from '../../kit/field.tsx'
import { Failure } from '../../kit/notice.tsx'

/** Adds a fact, or edits one; a fact stays a statement or a URL. */
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
    <Dialog
      title={fact ? 'Edit fact' : 'Add fact'}
      onClose={onClose}
      onSubmit={() => save.mutate(value.trim(), { onSuccess: onClose })}
      footer={
        <>
          <span className="grow" />
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" type="submit" busy={save.isPending && 'Saving'}>
            {fact ? 'Save' : 'Add'}
          </Button>
        </>
      }
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
    </Dialog>
  )
}

/** Asks before a fact is deleted. */
export function DeleteFact({ brandId, fact, onClose }: { brandId: string; fact: Fact; onClose: () => void }) {
  const deletion = useDeleteFact(brandId)
  return (
    <Confirm
      title="Delete fact"
      verb="Delete"
      busy={deletion.isPending && 'Deleting'}
      onConfirm={() => deletion.mutate(fact.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">“{factContent(fact)}”</p>
      <p>Writers can no longer use it. Articles that used it keep their evidence.</p>
      {deletion.isError && <Failure error={deletion.error} />}
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
