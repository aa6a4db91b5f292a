import { t } from 'elysia'
import { text } from '../../http/fields.ts'
import type { skills } from './table.ts'

export type SkillRow = typeof skills.$inferSelect

export const Skill = t.Object({
  id: t.String(),
  name: t.String(),
  description: t.String(),
  content: t.String(),
  isSystem: t.Boolean(),
  createdAt: t.String(),
  updatedAt: t.String(),
})
export const SkillSummary = t.Omit(Skill, ['content', 'createdAt'])

export const OneSkill = t.Object({ skill: Skill })
export const SkillList = t.Object({ skills: t.Array(SkillSummary) })
/** Each built-in skill also says whether it was edited. */
export const SkillEditList = t.Object({
  skills: t.Array(t.Composite([SkillSummary, t.Object({ isEdited: t.Boolean() })])),
})
export const DeletedSkill = t.Object({ success: t.Literal(true) })

const namePattern: [RegExp, string] = [
  /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/,
  'name must contain lowercase letters, numbers, and hyphens only, with no hyphen at either end',
]
const name = (error: string) => text('name', 1, 64, { error, pattern: namePattern })
const description = (error: string) => text('description', 1, 1000, { error })
const content = (error: string) => text('content', 1, 200_000, { error, isVerbatim: true })

export const NewSkill = t.Object({
  name: name('name is required'),
  description: description('description is required'),
  content: content('content is required'),
})
export type NewSkill = typeof NewSkill.static

export const SkillPatch = t.Object({
  name: t.Optional(name('name must be a string')),
  description: t.Optional(description('description must be a string')),
  content: t.Optional(content('content must be a string')),
})
export type SkillPatch = typeof SkillPatch.static

export function toSkill(row: SkillRow): typeof Skill.static {
  const { content, createdAt } = row
  return { ...toSkillSummary(row), content, createdAt: createdAt.toISOString() }
}

export function toSkillSummary(
  row: Omit<SkillRow, 'organizationId' | 'content' | 'createdAt'>,
): typeof SkillSummary.static {
  const { id, name, description, isSystem, updatedAt } = row
  return { id, name, description, isSystem, updatedAt: updatedAt.toISOString() }
}
