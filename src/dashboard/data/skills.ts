import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, ask } from './api.ts'
import { useOrgQuery } from './query.ts'
import { useOrganization } from './session.tsx'

const askSkills = () => ask(api.api.app.skills.get())
const askSkill = (name: string) => ask(api.v1.skills({ name }).get())

export type SkillSummary = Awaited<ReturnType<typeof askSkills>>['skills'][number]
/** Instructions for one kind of text. */
export type Skill = Awaited<ReturnType<typeof askSkill>>['skill']
type NewSkill = Parameters<typeof api.v1.skills.post>[0]
export type SkillChange = { name?: string; description?: string; content?: string }

export function useSkills() {
  return useOrgQuery(['skills'], askSkills)
}

export function useSkill(name: string) {
  return useOrgQuery(['skills', name], async () => (await askSkill(name)).skill)
}

export function useCreateSkill() {
  return useChange((skill: NewSkill) => ask(api.v1.skills.post(skill)))
}

export function useChangeSkill(name: string) {
  return useChange((change: SkillChange) => ask(api.v1.skills({ name }).patch(change)))
}

/** Restores the built-in text of a skill. */
export function useRestoreSkill() {
  return useChange((name: string) => ask(api.api.app.skills({ name }).edits.delete()))
}

export function useDeleteSkill() {
  return useChange((name: string) => ask(api.v1.skills({ name }).delete()))
}

type Answer = { skill: Skill } | { success: true }

/** A change of skills, after which the list is read again; a skill in the answer is shown immediately. */
function useChange<Input, Output extends Answer>(mutationFn: (input: Input) => Promise<Output>) {
  const { id } = useOrganization()
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (answer) => {
      if ('skill' in answer) client.setQueryData([id, 'skills', answer.skill.name], answer.skill)
      return client.invalidateQueries({ queryKey: [id, 'skills'], exact: true })
    },
  })
}
