import { t } from 'elysia'
import { oneOf, optional, text } from '../../http/fields.ts'
import type { CheckedDependency } from '../../http/reviewed.ts'
import type { Role } from '../members/table.ts'
import type { Organization } from '../organizations/model.ts'
import type { apiKeys } from './table.ts'

/** Who is signed in, in the organization that they work in. */
export type Person = { id: string; name: string; email: string; role: Role }

/** Who sends a request, and by which credential. */
export type Caller = {
  /** Id of the credential: of a key, or of a person as such. */
  id: string
  /** Who is signed in; null for a key. */
  person: Person | null
  organization: Organization
  scopes: string[]
  /** Where a feedback token is bound to a project, what it sends goes there. */
  projectId: string | null
  /** The call of a tool that this is a try of: what it makes is made once (http/idempotency.ts). */
  callId?: string
  /** The chat in which a tool calls; its posts go into one collection. */
  chatId?: string
  /** What a person reviewed before the call: if any of it changed since, nothing is written (http/reviewed.ts). */
  reviewed?: CheckedDependency[]
  /**
   * Charges the route's buckets; further calls do nothing. Called just before the work, so that a refused request costs
   * nothing, or before a long text is validated.
   */
  spend(): Promise<void>
}

/** What a key can be good for; each has a read and a write side, and write does not imply read (contract 3.3). */
export const resources = [
  'posts',
  'brand-identities',
  'integrations',
  'schedules',
  'event-triggers',
  'chats',
  'skills',
  'feedback',
  'projects',
  'geo-settings',
  'prompts',
  'competitors',
  'scans',
  'visibility',
  'briefs',
  'agent-readiness',
  'traffic',
]

export const scopes = resources.flatMap((resource) => [`${resource}.read`, `${resource}.write`])

/** Coarse scopes of older keys; a bare `geo-settings` is both of its sides. */
export const legacyScopes = ['api.read', 'api.write', '*', 'geo-settings']

/** The one scope of a feedback token: it opens the operations that name it, and no key can ask for it. */
export const feedbackTokenScope = 'feedback.send'

/** True when a key with `granted` scopes has one scope, as such or by a coarser one. */
export function hasScope(granted: string[], scope: string): boolean {
  return granted.some(
    (each) =>
      each === scope ||
      each === 'api.write' ||
      each === '*' ||
      (each === 'api.read' && scope.endsWith('.read')) ||
      (each === 'geo-settings' && scope.startsWith('geo-settings.')),
  )
}

/** A key as it is listed; the key itself is shown once, when it is made. */
export const Key = t.Object({
  id: t.String(),
  name: t.String(),
  /** Its first characters. */
  start: t.String(),
  scopes: t.Array(t.String()),
  createdAt: t.String(),
  expiresAt: t.Nullable(t.String()),
  lastUsedAt: t.Nullable(t.String()),
})
export const KeyList = t.Object({ keys: t.Array(Key), resources: t.Array(t.String()) })
export const OneKey = t.Object({ key: Key })
export const MadeKey = t.Object({ key: Key, secret: t.String() })
export const Deleted = t.Object({ id: t.String() })

const name = text('name', 1, 100, { error: 'Name is required' })
const chosenScopes = t.Array(oneOf(scopes, { error: 'scopes may hold scopes such as posts.read only' }), {
  minItems: 1,
  maxItems: scopes.length,
  error: 'Select at least one permission',
})
const wholeNumber = (field: string, maximum: number) =>
  t.Number({
    multipleOf: 1,
    minimum: 1,
    maximum,
    error: `${field} must be a whole number from 1 to ${maximum}`,
  })

/** What is asked for in a new key; without scopes it has all of them, without a time it does not end. */
export const KeyBody = t.Object({
  name,
  scopes: t.Optional(chosenScopes),
  expiresInDays: optional(wholeNumber('expiresInDays', 3650)),
  expiresAt: optional(text('expiresAt', 1, 40)),
  /** Throttle of the key itself. */
  perMinute: optional(wholeNumber('perMinute', 1_000_000)),
})
export type KeyBody = typeof KeyBody.static

export const KeyPatch = t.Object({ name: t.Optional(name), scopes: t.Optional(chosenScopes) })
export type KeyPatch = typeof KeyPatch.static

/** A feedback token as it is listed. */
export const FeedbackToken = t.Object({
  id: t.String(),
  start: t.String(),
  /** Where all that it sends goes. */
  projectId: t.Nullable(t.String()),
  createdAt: t.String(),
})
export const FeedbackTokenList = t.Object({ tokens: t.Array(FeedbackToken) })
export const MadeFeedbackToken = t.Object({ token: FeedbackToken, secret: t.String() })
export const FeedbackTokenBody = t.Object({ projectId: optional(text('projectId', 1, 100)) })

export function toKey(row: typeof apiKeys.$inferSelect): typeof Key.static {
  return {
    id: row.id,
    name: row.name,
    start: row.start,
    scopes: row.scopes,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }
}

export function toFeedbackToken({
  id,
  start,
  projectId,
  createdAt,
}: typeof apiKeys.$inferSelect): typeof FeedbackToken.static {
  return { id, start, projectId, createdAt: createdAt.toISOString() }
}
