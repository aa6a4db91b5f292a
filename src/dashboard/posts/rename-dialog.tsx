import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { type Collection, useRenameCollection } from './queries.ts'

/** Gives a collection a name of one's own. */
export function RenameDialog({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const [name, setName] = useState(collection.name)
  const rename = useRenameCollection(collection.id)
  return (
    <Dialog
      title="Rename the collection"
      onClose={onClose}
      onSubmit={() => rename.mutate(name, { onSuccess: onClose })}
      footer={
        <>
          <span className="grow" />
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" type="submit" busy={rename.isPending && 'Renaming'}>
            Rename
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        value={name}
        maxLength={120}
        required
        error={rename.error?.message}
        onChange={(event) => setName(event.target.value)}
      />
    </Dialog>
  )
}
