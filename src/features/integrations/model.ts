import { t } from 'elysia'
import { Organization } from '../organizations/model.ts'
import type { integrations } from './table.ts'

export type IntegrationRow = typeof integrations.$inferSelect

export const Integration = t.Object({
  id: t.String(),
  displayName: t.String(),
  owner: t.Nullable(t.String()),
  repo: t.Nullable(t.String()),
  defaultBranch: t.Nullable(t.String()),
  /** Where another branch than the default one was asked for. */
  branch: t.Optional(t.String()),
})

/** Tokens and webhook secrets are no field of it: what is not listed here cannot leave. */
export const IntegrationList = t.Object({
  github: t.Array(Integration),
  slack: t.Array(t.Never()),
  linear: t.Array(t.Never()),
  organization: Organization,
})
export const OneIntegration = t.Object({ github: Integration, organization: Organization })

export const GitHubConnection = t.Object({
  owner: t.String({ minLength: 1, error: 'owner is required' }),
  repo: t.String({ minLength: 1, error: 'repo is required' }),
  branch: t.Optional(t.Nullable(t.String())),
  token: t.Optional(t.Nullable(t.String())),
})
export type GitHubConnection = typeof GitHubConnection.static

const Disabled = t.Array(t.Object({ id: t.String(), name: t.String() }))
export const DeletedIntegration = t.Object({
  id: t.String(),
  organization: Organization,
  disabledSchedules: Disabled,
  disabledEvents: Disabled,
})

export function toIntegration({
  id,
  displayName,
  owner,
  repo,
  defaultBranch,
  branch,
}: IntegrationRow): typeof Integration.static {
  const isOther = branch !== null && branch !== defaultBranch
  return { id, displayName, owner, repo, defaultBranch, ...(isOther ? { branch } : {}) }
}

/** A repository as lists of schedules and triggers name it (contract 10.2). */
export function toRepositoryLabel({
  owner,
  repo,
  branch,
}: Pick<IntegrationRow, 'owner' | 'repo' | 'branch'>): string {
  return branch ? `${owner}/${repo} · ${branch}` : `${owner}/${repo}`
}
