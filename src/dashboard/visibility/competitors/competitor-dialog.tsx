import { type Competitor, useSaveCompetitor } from '../../data/competitors.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { SelectField, TextField } from '../../kit/field.tsx'
import { Failure } from '../../kit/notice.tsx'
import { useForm } from '../../kit/use-form.ts'

const kinds = [
  { value: 'direct', label: 'Direct: sells a similar product' },
  { value: 'indirect', label: 'Indirect: solves the same problem differently' },
]

/** A new competitor, or the fields of one that is tracked. */
export function CompetitorDialog({
  competitor,
  onSaved,
  onClose,
}: {
  competitor?: Competitor
  onSaved?: (name: string) => void
  onClose: () => void
}) {
  const { values, bind } = useForm({
    name: competitor?.name ?? '',
    domain: competitor?.domain ?? '',
    synonyms: competitor?.synonyms.join(', ') ?? '',
    kind: competitor?.kind ?? 'direct',
  })
  const save = useSaveCompetitor()
  function submit() {
    const { name, domain, kind } = values
    const synonyms = values.synonyms
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean)
    save.mutate(
      {
        name,
        domain: domain.trim() || null,
        synonyms,
        kind: kind === 'indirect' ? 'indirect' : 'direct',
        previousName: competitor?.name,
      },
      {
        onSuccess: () => {
          onClose()
          onSaved?.(name.trim())
        },
      },
    )
  }
  return (
    <Dialog
      title={competitor ? `Edit “${competitor.name}”` : 'Add competitor'}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <span className="grow" />
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" type="submit" busy={save.isPending && 'Saving'}>
            {competitor ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      <TextField label="Name" required maxLength={128} {...bind('name')} />
      <TextField
        label="Website"
        placeholder="beta.example"
        hint="Citations of this site count as the competitor’s."
        {...bind('domain')}
      />
      <TextField
        label="Other names"
        hint="Comma-separated, at most 8. They count as mentions too."
        {...bind('synonyms')}
      />
      <SelectField label="Kind" choices={kinds} {...bind('kind')} />
      {save.isError && <Failure error={save.error} />}
    </Dialog>
  )
}
