import { t } from 'elysia'
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
export const DeletedSkill = t.Object({ success: t.Literal(true) })

export const NewSkill = t.Object({
  name: t.String({ error: 'name is required' }),
  description: t.String({ error: 'description is required' }),
  content: t.String({ error: 'content is required' }),
})
export type NewSkill = typeof NewSkill.static

export const SkillPatch = t.Object({
  name: t.Optional(t.String({ error: 'name must be a text' })),
  description: t.Optional(t.String({ error: 'description must be a text' })),
  content: t.Optional(t.String({ error: 'content must be a text' })),
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
