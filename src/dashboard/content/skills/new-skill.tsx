import { useLocation } from 'wouter'
import { paths } from '../../data/paths.ts'
import { useCreateSkill } from '../../data/skills.ts'
import { placeError, TextArea, TextField } from '../../kit/field.tsx'
import { useForm } from '../../kit/form.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import * as strings from './strings.ts'

/** Creates a custom skill. */
export function NewSkill({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  const { values, bind } = useForm({ name: '', description: '', content: '' })
  const create = useCreateSkill()
  const { at, rest } = placeError(create.error, ['name', 'description', 'content'])
  const taken = rest?.message.endsWith('already exists') ? rest.message : null
  return (
    <FormDialog
      title={strings.newSkill.title}
      wide
      onClose={onClose}
      onSubmit={() => create.mutate(values, { onSuccess: ({ skill }) => navigate(paths.skill(skill.name)) })}
      note={strings.newSkill.note}
      change={create}
      error={taken ? null : rest}
      verb={strings.newSkill.createSkill}
      busy={strings.newSkill.creating}
    >
      <TextField
        label={strings.newSkill.name}
        required
        maxLength={64}
        placeholder={strings.newSkill.namePlaceholder}
        hint={strings.newSkill.nameHint}
        error={at('name') ?? taken}
        {...bind('name')}
      />
      <TextField
        label={strings.newSkill.description}
        required
        maxLength={1000}
        error={at('description')}
        {...bind('description')}
      />
      <TextArea
        label={strings.newSkill.instructions}
        mono
        required
        rows={12}
        maxLength={200_000}
        error={at('content')}
        {...bind('content')}
      />
    </FormDialog>
  )
}
