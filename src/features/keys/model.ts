import type { apiKeys } from './table.ts'

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
] as const
export type Resource = (typeof resources)[number]
export type Access = 'read' | 'write'

export const scopes: string[] = resources.flatMap((resource) => [`${resource}.read`, `${resource}.write`])

/** Coarse scopes of older keys; a bare `geo-settings` is both of its sides. */
export const legacyScopes = ['api.read', 'api.write', '*', 'geo-settings']

/** True when a key with `granted` scopes may read or write a resource. */
export function hasScope(granted: string[], resource: Resource, access: Access): boolean {
  return granted.some(
    (scope) =>
      scope === `${resource}.${access}` ||
      scope === 'api.write' ||
      scope === '*' ||
      (scope === 'api.read' && access === 'read') ||
      (scope === 'geo-settings' && resource === 'geo-settings'),
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
