import { type Competitor, useSaveCompetitor } from '../../data/competitors.ts'
import { SelectField, TextField } from '../../kit/field.tsx'
import { useForm } from '../../kit/form.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'

const kinds = [
  { value: 'direct', label: 'Direct: sells a similar product' },
  { value: 'indirect', label: 'Indirect: solves the same problem differently' },
]

/** Adds or edits a competitor. */
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
    <FormDialog
      title={competitor ? `Edit “${competitor.name}”` : 'Add competitor'}
      onClose={onClose}
      onSubmit={submit}
      change={save}
      verb={competitor ? 'Save' : 'Add'}
      busy="Saving"
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
    </FormDialog>
  )
}
