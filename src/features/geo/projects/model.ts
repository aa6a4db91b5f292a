import { t } from 'elysia'
import { idField, optional, text } from '../../../http/fields.ts'
import { Organization } from '../../organizations/model.ts'
import type { projects } from './table.ts'

export type ProjectRow = typeof projects.$inferSelect

export const Project = t.Object({
  id: t.String(),
  name: t.String(),
  /** The brand identity that provides website and voice. */
  brandSettingsId: t.Nullable(t.String()),
  createdAt: t.String(),
})

export const ProjectList = t.Object({ projects: t.Array(Project), organization: Organization })
export const OneProject = t.Object({ project: Project, organization: Organization })
export const DeletedProject = t.Object({ id: t.String(), organization: Organization })

const brandSettingsId = optional(idField('brandSettingsId', 'ID of the brand identity.'))

export const ProjectBody = t.Object({ name: text('name', 1, 128), brandSettingsId })
export type ProjectBody = typeof ProjectBody.static

export const ProjectPatch = t.Object({ name: optional(text('name', 1, 128)), brandSettingsId })
export type ProjectPatch = typeof ProjectPatch.static

export function toProject({ id, name, brandIdentityId, createdAt }: ProjectRow): typeof Project.static {
  return { id, name, brandSettingsId: brandIdentityId, createdAt: createdAt.toISOString() }
}
