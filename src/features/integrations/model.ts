import { t } from 'elysia'
import { optional, text } from '../../http/fields.ts'
import { Disabled } from '../automations/model.ts'
import { Organization } from '../organizations/model.ts'
import type { integrations, trackers } from './table.ts'

export type IntegrationRow = typeof integrations.$inferSelect

export type TrackerRow = typeof trackers.$inferSelect

export const Integration = t.Object({
  id: t.String(),
  displayName: t.String(),
  owner: t.Nullable(t.String()),
  repo: t.Nullable(t.String()),
  defaultBranch: t.Nullable(t.String()),
  /** If a branch other than the default was requested. */
  branch: t.Optional(t.String()),
})

export const LinearIntegration = t.Object({
  id: t.String(),
  displayName: t.String(),
  /** Linear's own id of the workspace. */
  linearOrganizationId: t.String(),
  linearOrganizationName: t.Nullable(t.String()),
  linearTeamId: t.Nullable(t.String()),
  linearTeamName: t.Nullable(t.String()),
})

export const TrackerIntegration = t.Object({
  id: t.String(),
  provider: t.String(),
  displayName: t.String(),
  /** Its id at the tracker. */
  workspaceId: t.String(),
  workspaceName: t.String(),
  teamId: t.Nullable(t.String()),
  teamName: t.Nullable(t.String()),
})

/** Tokens and webhook secrets are not in this schema, so no response can contain them. */
export const IntegrationList = t.Object({
  github: t.Array(Integration),
  slack: t.Array(t.Never()),
  linear: t.Array(LinearIntegration),
  /** Trackers other than Linear, if there are any. */
  trackers: t.Optional(t.Array(TrackerIntegration)),
  organization: Organization,
})
export const OneIntegration = t.Object({ github: Integration, organization: Organization })

/** The names that the code host allows for owners and repositories. */
export const namePattern = /^(?!\.{1,2}$)[A-Za-z0-9_.-]{1,100}$/

const nameField = (field: string) =>
  text(field, 1, 100, {
    error: `${field} is required`,
    pattern: [namePattern, `${field} has an invalid format`],
  })

export const GitHubConnection = t.Object({
  owner: nameField('owner'),
  repo: nameField('repo'),
  branch: optional(text('branch', 0, 255)),
  token: optional(text('token', 0, 255)),
})
export type GitHubConnection = typeof GitHubConnection.static

export const DeletedIntegration = t.Object({
  id: t.String(),
  organization: Organization,
  ...Disabled,
})

export function toIntegration({
  id,
  displayName,
  owner,
  repo,
  defaultBranch,
  branch,
}: Pick<
  IntegrationRow,
  'id' | 'displayName' | 'owner' | 'repo' | 'defaultBranch' | 'branch'
>): typeof Integration.static {
  const isOther = branch !== null && branch !== defaultBranch
  return { id, displayName, owner, repo, defaultBranch, ...(isOther ? { branch } : {}) }
}

export function toLinearIntegration(row: TrackerRow): typeof LinearIntegration.static {
  return {
    id: row.id,
    displayName: row.displayName,
    linearOrganizationId: row.workspaceId,
    linearOrganizationName: row.workspaceName,
    linearTeamId: row.teamId,
    linearTeamName: row.teamName,
  }
}

export function toTrackerIntegration(row: TrackerRow): typeof TrackerIntegration.static {
  const { id, provider, displayName, workspaceId, workspaceName, teamId, teamName } = row
  return { id, provider, displayName, workspaceId, workspaceName, teamId, teamName }
}

/** The label of a repository in lists of schedules and triggers (contract 10.2). */
export function toRepositoryLabel({
  owner,
  repo,
  branch,
}: Pick<IntegrationRow, 'owner' | 'repo' | 'branch'>): string {
  return branch ? `${owner}/${repo} · ${branch}` : `${owner}/${repo}`
}
