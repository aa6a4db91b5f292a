import { and, desc, eq } from 'drizzle-orm'
import { t } from 'elysia'
import type { PushData, PushedCommit, ReleaseData } from '../../codehost/events.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { oneOf, wholeNumber } from '../../http/fields.ts'
import { clip } from '../../text/line.ts'
import { integrations } from '../integrations/table.ts'
import type { Caller } from '../keys/model.ts'
import { Organization } from '../organizations/model.ts'
import { type Event, events } from './table.ts'

/** The kinds of events in the list; merged pull requests are signals only (contract 19.7). */
const reportedKinds = ['push', 'release'] as const

export const EventQuery = t.Object({
  kind: t.Optional(
    oneOf(reportedKinds, {
      description: 'Only pushes or only releases.',
      error: 'kind must be push or release',
    }),
  ),
  limit: wholeNumber({
    minimum: 1,
    maximum: 50,
    default: 20,
    description: 'Maximum number of events.',
    error: 'limit must be an integer from 1 to 50',
  }),
})
export type EventQuery = typeof EventQuery.static

const TellableCommit = t.Object({
  sha: t.String(),
  message: t.String(),
  author: t.String(),
  createdAt: t.String(),
  url: t.String(),
})

/** A push or a release, as the code host reported it. */
const RepositoryEvent = t.Object({
  kind: oneOf(reportedKinds),
  action: t.String(),
  /** The pushed branch or the released tag. */
  ref: t.String(),
  title: t.Nullable(t.String()),
  /** The notes of a release, truncated if they are long. */
  notes: t.Nullable(t.String()),
  /** The first fifty commits of a push. */
  commits: t.Array(TellableCommit),
  url: t.Nullable(t.String()),
  createdAt: t.String(),
})
type RepositoryEvent = typeof RepositoryEvent.static
export const RepositoryEvents = t.Object({ events: t.Array(RepositoryEvent), organization: Organization })

const maxCommits = 50
const maxMessage = 500
const maxNotes = 4000

function toRepositoryEvent({ kind, action, data, createdAt }: Event): RepositoryEvent {
  const at = createdAt.toISOString()
  if (kind === 'release') {
    const { tagName, name, body, url } = data as ReleaseData
    const notes = body && clip(body, maxNotes)
    return { kind, action, ref: tagName, title: name, notes, commits: [], url, createdAt: at }
  }
  const { branch, commits } = data as PushData
  const nothing = { title: null, notes: null, url: null }
  const shown = commits.slice(0, maxCommits).map(toSummary)
  return { kind: 'push', action, ref: branch, ...nothing, commits: shown, createdAt: at }
}

const toSummary = ({ id, message, author, timestamp, url }: PushedCommit) => ({
  sha: id,
  message: clip(message, maxMessage),
  author: author.name,
  createdAt: new Date(timestamp).toISOString(),
  url,
})

/** Returns the events that the code host reported for a repository, newest first (contract 19.7). */
export async function listEvents(
  ctx: Context,
  { organization }: Caller,
  integrationId: string,
  { kind, limit }: EventQuery,
) {
  const own = and(eq(integrations.organizationId, organization.id), eq(integrations.id, integrationId))
  if ((await ctx.db.$count(integrations, own)) === 0) throw notFound('Integration not found')
  // One query per kind, to match the index.
  const found = await Promise.all(
    (kind ? [kind] : reportedKinds).map((each) =>
      ctx.db
        .select()
        .from(events)
        .where(and(eq(events.integrationId, integrationId), eq(events.kind, each)))
        .orderBy(desc(events.createdAt))
        .limit(limit),
    ),
  )
  const newest = found.flat().sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
  return { events: newest.slice(0, limit).map(toRepositoryEvent), organization }
}
