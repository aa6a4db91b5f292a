import { t } from 'elysia'
import type { PushData, PushedCommit, ReleaseData } from '../../../codehost/events.ts'
import { oneOf, wholeNumber } from '../../../http/fields.ts'
import { clip } from '../../../text/line.ts'
import { Organization } from '../../organizations/model.ts'
import type { Event } from '../table.ts'

/** What is told of; merged pull requests are signals only (contract 19.7). */
export const toldKinds = ['push', 'release'] as const

export const EventQuery = t.Object({
  kind: t.Optional(
    oneOf(toldKinds, { description: 'Pushes or releases alone.', error: 'kind must be push or release' }),
  ),
  limit: wholeNumber({
    minimum: 1,
    maximum: 50,
    default: 20,
    description: 'How many at the most.',
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

/** A push or a release, as the code host told of it. */
export const RepositoryEvent = t.Object({
  kind: oneOf(toldKinds),
  action: t.String(),
  /** The branch that was pushed to, or the tag that was released. */
  ref: t.String(),
  title: t.Nullable(t.String()),
  /** The notes of a release, cut where they are long. */
  notes: t.Nullable(t.String()),
  /** The commits of a push, the first fifty. */
  commits: t.Array(TellableCommit),
  url: t.Nullable(t.String()),
  createdAt: t.String(),
})
type RepositoryEvent = typeof RepositoryEvent.static
export const RepositoryEvents = t.Object({ events: t.Array(RepositoryEvent), organization: Organization })

const mostCommits = 50
const longestMessage = 500
const longestNotes = 4000

export function toRepositoryEvent({ kind, action, data, createdAt }: Event): RepositoryEvent {
  const at = createdAt.toISOString()
  if (kind === 'release') {
    const { tagName, name, body, url } = data as ReleaseData
    const notes = body && clip(body, longestNotes)
    return { kind, action, ref: tagName, title: name, notes, commits: [], url, createdAt: at }
  }
  const { branch, commits } = data as PushData
  const nothing = { title: null, notes: null, url: null }
  const told = commits.slice(0, mostCommits).map(toTellable)
  return { kind: 'push', action, ref: branch, ...nothing, commits: told, createdAt: at }
}

const toTellable = ({ id, message, author, timestamp, url }: PushedCommit) => ({
  sha: id,
  message: clip(message, longestMessage),
  author: author.name,
  createdAt: new Date(timestamp).toISOString(),
  url,
})
