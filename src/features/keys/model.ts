import { t } from 'elysia'
import type { CheckedDependency } from '../../http/dependency.ts'
import { oneOf, optional, text } from '../../http/fields.ts'
import type { Role } from '../members/table.ts'
import type { Organization } from '../organizations/model.ts'
import type { apiKeys } from './table.ts'

/** The signed-in user in their current organization. */
export type Person = { id: string; name: string; email: string; role: Role }

/** The caller of a request and its credential. */
export type Caller = {
  /** Id of the credential: a key, or the user. */
  id: string
  /** The signed-in user; null for a key. */
  person: Person | null
  organization: Organization
  scopes: string[]
  /** The project that a feedback token is bound to; all its feedback goes there. */
  projectId: string | null
  /**
   * The tool call that this request belongs to; all attempts of a call create a record once (http/idempotency.ts).
   */
  callId?: string
  /** The chat of the tool call; its posts go into one collection. */
  chatId?: string
  /** What the user reviewed before the call: if any of it changed since, nothing is written (http/reviewed.ts). */
  reviewed?: CheckedDependency[]
  /**
   * Charges the route's buckets once; later calls do nothing. Called just before the work, so that a rejected request
   * costs nothing, or before a long text is validated.
   */
  spend(): Promise<void>
}

/** The resources of scopes; each has read and write, and write does not imply read (contract 3.3). */
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

/** Coarse scopes of older keys; plain `geo-settings` means both read and write. */
export const legacyScopes = ['api.read', 'api.write', '*', 'geo-settings']

/** The only scope of a feedback token: it allows the operations that name it, and no key can have it. */
export const feedbackTokenScope = 'feedback.send'

/** True if the `granted` scopes include a scope, directly or through a coarser one. */
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

/** A key in a list; the key itself is returned once, on creation. */
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
const chosenScopes = t.Array(oneOf(scopes, { error: 'scopes accepts only scopes such as posts.read' }), {
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

/** The settings of a new key: all scopes by default, and no expiry. */
export const KeyBody = t.Object({
  name,
  scopes: t.Optional(chosenScopes),
  expiresInDays: optional(wholeNumber('expiresInDays', 3650)),
  expiresAt: optional(text('expiresAt', 1, 40)),
  /** The key's own throttle. */
  perMinute: optional(wholeNumber('perMinute', 1_000_000)),
})
export type KeyBody = typeof KeyBody.static

export const KeyPatch = t.Object({ name: t.Optional(name), scopes: t.Optional(chosenScopes) })
export type KeyPatch = typeof KeyPatch.static

/** A feedback token in a list. */
export const FeedbackToken = t.Object({
  id: t.String(),
  start: t.String(),
  /** The project that receives all of its feedback. */
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
