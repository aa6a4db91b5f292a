import type { Person } from '../members/model.ts'
import type { Organization } from '../organizations/model.ts'
import type { apiKeys } from './table.ts'

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
  /** Charges the route's buckets; called just before the work, so that a refused request costs nothing. */
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

/** A key as its operator sees it; the key itself is shown once, when it is made. */
export function toKey(row: typeof apiKeys.$inferSelect) {
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

/** A feedback token as its operator sees it. */
export function toFeedbackToken({ id, start, projectId, createdAt }: typeof apiKeys.$inferSelect) {
  return { id, start, projectId, createdAt: createdAt.toISOString() }
}
