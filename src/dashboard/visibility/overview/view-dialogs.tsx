import { useState } from 'react'
import {
  type SavedView,
  useDeleteView,
  useRenameView,
  useSaveView,
  useShownFilters,
  useUpdateView,
} from '../../data/saved-views.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { TextField } from '../../kit/field.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { Failure } from '../../kit/notice.tsx'
import { RenameDialog } from '../../kit/rename-dialog.tsx'
import * as strings from './strings.ts'

type Filters = ReturnType<typeof useShownFilters>['filters']

/** Saves the current filters and period under a name. */
export function SaveView({ filters, onClose }: { filters: Filters; onClose: () => void }) {
  const [name, setName] = useState('')
  const creation = useSaveView()
  return (
    <FormDialog
      title={strings.savedViews.save}
      note={strings.savedViews.shared}
      onClose={onClose}
      onSubmit={() => creation.mutate({ name, filters }, { onSuccess: onClose })}
      change={creation}
      error={null}
      verb={strings.savedViews.saveVerb}
      busy={strings.savedViews.saving}
    >
      <TextField
        label={strings.savedViews.name}
        value={name}
        maxLength={60}
        required
        error={creation.error?.message}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  )
}

/** Renames, updates and deletes saved views. */
export function ManageViews({
  views,
  filters,
  onClose,
}: {
  views: SavedView[]
  filters: Filters
  onClose: () => void
}) {
  const [renamed, setRenamed] = useState<SavedView | null>(null)
  const renaming = useRenameView(renamed?.id ?? '')
  if (renamed)
    return (
      <RenameDialog
        what={strings.savedViews.theView}
        name={renamed.name}
        rename={renaming}
        onClose={() => setRenamed(null)}
      />
    )
  return (
    <Dialog title={strings.savedViews.title} onClose={onClose} wide>
      {views.length === 0 ? (
        <p className="muted">{strings.savedViews.none}</p>
      ) : (
        <ul>
          {views.map((view) => (
            <ViewRow key={view.id} view={view} filters={filters} onRename={() => setRenamed(view)} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function ViewRow({ view, filters, onRename }: { view: SavedView; filters: Filters; onRename: () => void }) {
  const { isShown } = useShownFilters()
  const update = useUpdateView(view.id)
  const deletion = useDeleteView()
  const error = update.error ?? deletion.error
  return (
    <li className="row pt-2">
      <span className="grow">{view.name}</span>
      {!isShown(view) && (
        <Button
          slim
          look="quiet"
          aria-label={strings.savedViews.updateNamed(view.name)}
          busy={update.isPending && strings.savedViews.saving}
          onClick={() => update.mutate(filters)}
        >
          {strings.savedViews.update}
        </Button>
      )}
      <Button slim look="quiet" aria-label={strings.savedViews.renameNamed(view.name)} onClick={onRename}>
        {strings.savedViews.rename}
      </Button>
      <Button
        slim
        look="quiet"
        aria-label={strings.savedViews.deleteNamed(view.name)}
        busy={deletion.isPending && strings.savedViews.deleting}
        onClick={() => deletion.mutate(view.id)}
      >
        {strings.savedViews.delete}
      </Button>
      {error && <Failure error={error} />}
    </li>
  )
}
