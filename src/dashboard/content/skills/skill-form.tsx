import { type FormEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { paths } from '../../data/paths.ts'
import { type Skill, type SkillChange, useChangeSkill, useSkills } from '../../data/skills.ts'
import { Button } from '../../kit/button.tsx'
import { placeError, TextArea, TextField } from '../../kit/field.tsx'
import { useForm } from '../../kit/form.tsx'
import { useLeaving } from '../../kit/leaving.tsx'
import { Failure } from '../../kit/notice.tsx'
import { PageHead } from '../../kit/page.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import { toast } from '../../kit/toast.tsx'
import { DeleteSkill, PutBack } from './confirms.tsx'
import { originOf } from './skill-table.tsx'
import * as strings from './strings.ts'

/** The text of a skill, which is saved with a button. */
export function SkillForm({ skill, crumb }: { skill: Skill; crumb: { href: string; label: string } }) {
  const [, navigate] = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const { values, setValues, bind } = useForm(textsOf(skill))
  const [asked, ask] = useState<'restore' | 'delete' | null>(null)
  const isEdited =
    useSkills().data?.skills.some(({ name, isEdited }) => isEdited && name === skill.name) ?? false
  const change = useChangeSkill(skill.name)
  const { at, rest } = placeError(change.error, ['name', 'description', 'content'])
  const taken = rest?.message.endsWith('already exists') ? rest.message : null
  const changes = changesOf(skill, values)
  const isUnsaved = Object.keys(changes).length > 0
  async function save() {
    const saved = await change.mutateAsync(changes).catch(() => null)
    if (saved) toast(strings.skillForm.saved(saved.skill.name))
    return saved
  }
  // Renaming changes the URL; nothing is left to save at the old one.
  const isRenamed = useRef(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    const saved = isUnsaved ? await save() : null
    if (!saved || saved.skill.name === skill.name) return
    isRenamed.current = true
    navigate(paths.skill(saved.skill.name), { replace: true })
  }
  useLeaving({
    isUnsaved: () => isUnsaved && !isRenamed.current,
    save: async () => (await save()) !== null,
  })
  useShortcuts({ 'mod+s': () => form.current?.requestSubmit() })
  return (
    <>
      <form ref={form} onSubmit={submit}>
        <PageHead title={skill.name} crumb={crumb}>
          <span className="tag">{originOf({ isSystem: skill.isSystem, isEdited })}</span>
          {isEdited && <Button onClick={() => ask('restore')}>{strings.skillForm.restoreBuiltInText}</Button>}
          {!skill.isSystem && (
            <Button look="danger" onClick={() => ask('delete')}>
              {strings.skillForm.delete}
            </Button>
          )}
          <Button
            look="primary"
            type="submit"
            shortcut="Ctrl S"
            disabled={!isUnsaved}
            busy={change.isPending && strings.skillForm.saving}
          >
            {strings.skillForm.save}
          </Button>
        </PageHead>
        <div className="grid gap-5">
          {rest && !taken && <Failure error={rest} />}
          {!skill.isSystem && (
            <TextField
              label={strings.skillForm.name}
              required
              maxLength={64}
              error={at('name') ?? taken}
              {...bind('name')}
            />
          )}
          <TextArea
            label={strings.skillForm.description}
            required
            rows={2}
            maxLength={1000}
            error={at('description')}
            {...bind('description')}
          />
          <TextArea
            label={strings.skillForm.instructions}
            mono
            required
            rows={28}
            maxLength={200_000}
            error={at('content')}
            {...bind('content')}
          />
        </div>
      </form>
      {asked === 'restore' && (
        <PutBack
          skill={skill}
          onDone={(original) => setValues(textsOf(original))}
          onClose={() => ask(null)}
        />
      )}
      {asked === 'delete' && <DeleteSkill skill={skill} onClose={() => ask(null)} />}
    </>
  )
}

const textsOf = ({ name, description, content }: Skill) => ({ name, description, content })

/** The changed fields, trimmed as in the stored ones. */
function changesOf(skill: Skill, { name, description, content }: ReturnType<typeof textsOf>): SkillChange {
  const values = { name: name.trim(), description: description.trim(), content }
  const names = ['name', 'description', 'content'] as const
  return Object.fromEntries(
    names.filter((name) => values[name] !== skill[name]).map((name) => [name, values[name]]),
  )
}
