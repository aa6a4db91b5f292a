import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { SelectField, TextField } from '../parts/field.tsx'
import { Failure } from '../parts/notice.tsx'
import { useForm } from '../parts/use-form.ts'
import { type Competitor, useSaveCompetitor } from './queries.ts'

const kinds = [
  { value: 'direct', label: 'Direct: customers choose between you' },
  { value: 'indirect', label: 'Indirect: it solves the same in another way' },
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
      title={competitor ? `Edit “${competitor.name}”` : 'Add a competitor'}
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
        hint="Sources on it are taken for the competitor’s own."
        {...bind('domain')}
      />
      <TextField
        label="Other names"
        hint="Up to 8, with commas between them. They count as mentions of it too."
        {...bind('synonyms')}
      />
      <SelectField label="Kind" choices={kinds} {...bind('kind')} />
      {save.isError && <Failure error={save.error} />}
    </Dialog>
  )
}
