import { t } from 'elysia'
import { integer, oneOf, optional, text } from '../../http/fields.ts'
import type { IntegrationRow } from './model.ts'
import { describeRedelivery } from './redelivery.ts'
import { type CatchUp, providers } from './table.ts'
import { Tracker, TrackerKind } from './tracker-model.ts'
import { type WebhookState, webhookStates } from './webhook.ts'

/** A connected repository as the members of its organization see and edit it. It has no token or secret. */
export const Repository = t.Object({
  id: t.String(),
  provider: oneOf(providers),
  displayName: t.String(),
  owner: t.String(),
  repo: t.String(),
  url: t.String(),
  defaultBranch: t.Nullable(t.String()),
  /** Null means the default branch. */
  branch: t.Nullable(t.String()),
  enabled: t.Boolean(),
  hasToken: t.Boolean(),
  issues: t.Boolean(),
  watchMinutes: t.Nullable(integer),
  /** Why the last poll failed. */
  watchProblem: t.Nullable(t.String()),
  /** The result of the last check for events that deliveries may have missed. */
  catchUp: t.Nullable(
    t.Object({
      at: t.Nullable(t.String()),
      found: t.Nullable(
        t.Object({
          at: t.String(),
          pushes: integer,
          releases: integer,
          redelivered: integer,
        }),
      ),
      problem: t.Nullable(t.String()),
      /** While there is a problem: events after this time may be missing. */
      missedSince: t.Nullable(t.String()),
      /** Why failed deliveries cannot be requested again, and what to do, or how many are left; null if none are. */
      redeliveryProblem: t.Nullable(t.String()),
    }),
  ),
  webhook: oneOf(webhookStates),
  lastDeliveryAt: t.Nullable(t.String()),
  createdAt: t.String(),
})
export type Repository = typeof Repository.static
/** All integrations of an organization. */
export const Connected = t.Object({
  repositories: t.Array(Repository),
  trackers: t.Array(Tracker),
  /** The kinds of trackers that can be connected. */
  trackerKinds: t.Array(TrackerKind),
})
export const OneRepository = t.Object({ repository: Repository })

const yesOrNo = (field: string) => t.Optional(t.Boolean({ error: `${field} must be true or false` }))

/** A repository as people write it: owner/name, or its URL at the code host. */
export const RepositoryConnection = t.Object({
  repository: text('repository', 1, 300),
  branch: optional(text('branch', 0, 255)),
  token: optional(text('token', 0, 255)),
})
export type RepositoryConnection = typeof RepositoryConnection.static

/** The editable settings of a repository; null deletes a token, returns to the default branch, or stops polling. */
export const RepositoryPatch = t.Object({
  enabled: yesOrNo('enabled'),
  displayName: t.Optional(text('displayName', 1, 120)),
  branch: optional(text('branch', 0, 255)),
  token: optional(text('token', 0, 255)),
  issues: yesOrNo('issues'),
  watchMinutes: optional(
    t.Number({
      multipleOf: 1,
      minimum: 1,
      maximum: 1440,
      error: 'watchMinutes must be a whole number from 1 to 1440',
    }),
  ),
})
export type RepositoryPatch = typeof RepositoryPatch.static

const toCatchUp = ({ at, found, problem, missedSince, redelivery }: CatchUp, name: string) => ({
  ...{ at, found, problem },
  redeliveryProblem: redelivery ? describeRedelivery(redelivery, name) : null,
  missedSince: problem === null ? null : missedSince,
})

export function toRepository(
  row: IntegrationRow,
  webhook: WebhookState,
  lastDeliveryAt: Date | null,
): Repository {
  return {
    id: row.id,
    provider: row.provider,
    displayName: row.displayName,
    owner: row.owner,
    repo: row.repo,
    url: row.url,
    defaultBranch: row.defaultBranch,
    branch: row.branch === row.defaultBranch ? null : row.branch,
    enabled: row.enabled,
    hasToken: row.encryptedToken !== null || row.viaApp,
    issues: row.issues,
    watchMinutes: row.watchMinutes,
    watchProblem: row.watched?.problem ?? null,
    catchUp: row.catchUp && toCatchUp(row.catchUp, row.displayName),
    webhook,
    lastDeliveryAt: lastDeliveryAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
