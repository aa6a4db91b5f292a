import { type Competitor, useSaveCompetitor } from '../../data/competitors.ts'
import { SelectField, TextField } from '../../kit/field.tsx'
import { useForm } from '../../kit/form.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import * as strings from './strings.ts'

const kinds = [
  { value: 'direct', label: strings.competitorDialog.direct },
  { value: 'indirect', label: strings.competitorDialog.indirect },
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
      title={
        competitor ? strings.competitorDialog.edit(competitor.name) : strings.competitorDialog.addCompetitor
      }
      onClose={onClose}
      onSubmit={submit}
      change={save}
      verb={competitor ? strings.competitorDialog.save : strings.competitorDialog.add}
      busy={strings.competitorDialog.saving}
    >
      <TextField label={strings.competitorDialog.name} required maxLength={128} {...bind('name')} />
      <TextField
        label={strings.competitorDialog.website}
        placeholder={strings.competitorDialog.websitePlaceholder}
        hint={strings.competitorDialog.websiteHint}
        {...bind('domain')}
      />
      <TextField
        label={strings.competitorDialog.otherNames}
        hint={strings.competitorDialog.otherNamesHint}
        {...bind('synonyms')}
      />
      <SelectField label={strings.competitorDialog.kind} choices={kinds} {...bind('kind')} />
    </FormDialog>
  )
}
