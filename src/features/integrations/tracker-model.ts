import { t } from 'elysia'
import { optional, text } from '../../http/fields.ts'
import type { TrackerAdapter } from '../../tracker/adapter.ts'
import { Disabled } from '../automations/model.ts'
import { Organization } from '../organizations/model.ts'
import type { TrackerRow } from './model.ts'

/** A connected tracker as the members of its organization see it. It has no token. */
export const Tracker = t.Object({
  id: t.String(),
  provider: t.String(),
  displayName: t.String(),
  workspaceName: t.String(),
  /** Null for all teams. */
  teamId: t.Nullable(t.String()),
  teamName: t.Nullable(t.String()),
  createdAt: t.String(),
})
export const OneTracker = t.Object({ tracker: Tracker })

const token = text('token', 1, 255, {
  error: 'token is required',
  // Spaces and non-ASCII characters are not possible in a header.
  pattern: [/^[!-~]+$/, 'token must be one word without spaces'],
})

const provider = text('provider', 1, 50)

/** A kind of tracker that can be connected, with a description of its token. */
export const TrackerKind = t.Object({
  provider: t.String(),
  name: t.String(),
  token: t.Object({ help: t.String(), prefix: t.String(), createUrl: t.String() }),
})

export const TrackerToken = t.Object({ provider, token })
export const TrackerConnection = t.Object({ provider, token, teamId: optional(text('teamId', 1, 100)) })

/** The workspace that a token opens. */
export const Workspace = t.Object({
  workspaceName: t.String(),
  teams: t.Array(t.Object({ id: t.String(), key: t.String(), name: t.String() })),
})

export const DeletedTracker = t.Object({ id: t.String(), organization: Organization, ...Disabled })

export const toTrackerKind = ({ provider, name, token }: TrackerAdapter): typeof TrackerKind.static => ({
  ...{ provider, name, token },
})

export function toTracker(row: TrackerRow): typeof Tracker.static {
  return {
    id: row.id,
    provider: row.provider,
    displayName: row.displayName,
    workspaceName: row.workspaceName,
    teamId: row.teamId,
    teamName: row.teamName,
    createdAt: row.createdAt.toISOString(),
  }
}
