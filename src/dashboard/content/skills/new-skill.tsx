import { useLocation } from 'wouter'
import { paths } from '../../data/paths.ts'
import { useCreateSkill } from '../../data/skills.ts'
import { placeError, TextArea, TextField } from '../../kit/field.tsx'
import { useForm } from '../../kit/form.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'

/** Creates a custom skill. */
export function NewSkill({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  const { values, bind } = useForm({ name: '', description: '', content: '' })
  const create = useCreateSkill()
  const { at, rest } = placeError(create.error, ['name', 'description', 'content'])
  const taken = rest?.message.endsWith('already exists') ? rest.message : null
  return (
    <FormDialog
      title="New skill"
      wide
      onClose={onClose}
      onSubmit={() => create.mutate(values, { onSuccess: ({ skill }) => navigate(paths.skill(skill.name)) })}
      note="Agents find skills by name."
      change={create}
      error={taken ? null : rest}
      verb="Create skill"
      busy="Creating"
    >
      <TextField
        label="Name"
        required
        maxLength={64}
        placeholder="release-notes"
        hint="Lowercase letters, numbers and hyphens."
        error={at('name') ?? taken}
        {...bind('name')}
      />
      <TextField
        label="Description"
        required
        maxLength={1000}
        error={at('description')}
        {...bind('description')}
      />
      <TextArea
        label="Instructions"
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
