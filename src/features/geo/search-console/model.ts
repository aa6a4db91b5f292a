import { t } from 'elysia'
import { idField, oneOf, text } from '../../../http/fields.ts'
import { faultSentences } from '../../../net/search-console-error.ts'
import type { searchConsoleConnections, searchConsoleProperties } from './table.ts'

export type ConnectionRow = typeof searchConsoleConnections.$inferSelect
export type PropertyRow = typeof searchConsoleProperties.$inferSelect

/**
 * `unavailable`: the server has no client at Google. `no_property`: connected, but the project has no property.
 * `reauth_required`: access has ended.
 */
export const consoleStates = [
  'unavailable',
  'not_connected',
  'no_property',
  'active',
  'reauth_required',
  'disconnecting',
] as const

export const SearchConsoleState = t.Object({
  state: oneOf(consoleStates),
  /** The property of the project; null if none was selected. */
  property: t.Nullable(t.String()),
  isSyncing: t.Boolean(),
  /** Why the last sync failed or waits; null if it succeeded. */
  error: t.Nullable(t.String()),
  syncedAt: t.Nullable(t.String()),
})

export const SearchConsolePropertyList = t.Object({
  properties: t.Array(t.Object({ siteUrl: t.String(), permission: t.String() })),
})

export const PropertyChoice = t.Object({ siteUrl: text('siteUrl', 1, 2048) })
export type PropertyChoice = typeof PropertyChoice.static

/** What a browser that cannot send headers asks for: the organization and the project to return to. */
export const AuthorizeQuery = t.Object({
  organizationId: t.Optional(idField('organizationId')),
  projectId: t.Optional(idField('projectId')),
})
export type AuthorizeQuery = typeof AuthorizeQuery.static

export function toState(
  isAvailable: boolean,
  connection: ConnectionRow | null,
  property: PropertyRow | null,
): typeof SearchConsoleState.static {
  const hasEnded = connection?.status === 'reauth_required'
  return {
    state: stateOf(isAvailable, connection, property),
    property: connection && property ? property.siteUrl : null,
    isSyncing: property !== null && property.syncId !== null,
    error: hasEnded ? faultSentences.ended : (property?.error ?? null),
    syncedAt: property?.syncedAt?.toISOString() ?? null,
  }
}

function stateOf(isAvailable: boolean, connection: ConnectionRow | null, property: PropertyRow | null) {
  if (connection && connection.status !== 'active') return connection.status
  if (!isAvailable) return 'unavailable'
  if (!connection) return 'not_connected'
  return property ? 'active' : 'no_property'
}
