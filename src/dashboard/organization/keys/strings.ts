import type { ReactNode } from 'react'
import { rich } from '../../kit/rich.ts'

export const accessFields = {
  none: 'None',
  read: 'Read',
  write: 'Write',
  permissions: 'Permissions',
  all: 'All',
  writeIncludesRead: 'Write includes Read.',
  resource: 'Resource',
}

export const editKeyDialog = {
  name: 'Name',
  saved: (name: string) => `${name} saved.`,
  title: (name: string) => `Edit ${name}`,
  effect: 'Takes effect immediately.',
  save: 'Save',
  saving: 'Saving',
  otherScopes: (code: ReactNode) => rich`Scopes from the command line (cannot be edited here): ${code}`,
}

export const expiry = {
  in30Days: 'In 30 days',
  in90Days: 'In 90 days',
  inAYear: 'In a year',
  never: 'Never',
  validUntilRevoked: 'Valid until revoked.',
  validUntil: (day: string) => `Valid until ${day}.`,
}

export const keyTable = {
  caption: 'API keys',
  nameColumn: 'Name',
  startsWithColumn: 'Starts with',
  scopesColumn: 'Scopes',
  createdColumn: 'Created',
  lastUsedColumn: 'Last used',
  never: 'Never',
  expiresColumn: 'Expires',
  actionColumn: 'Action',
  actionsFor: (name: string) => `Actions for ${name}`,
  edit: 'Edit',
  revoke: 'Revoke',
  expired: 'Expired',
}

export const keysPage = {
  title: 'API keys',
  subtitle: 'API keys for scripts and agents.',
  noKeysYet: 'No API keys yet',
  emptyText: 'Scripts and MCP agents use keys to access Herald. Each key is shown once.',
  newKey: 'New key',
  notAllowed: 'Only owners and admins can manage API keys',
  members: 'Members',
  notAllowedText: 'Ask an owner or admin for a key. Agents can send feedback without one.',
}

export const newKeyDialog = {
  name: 'Name',
  newKey: 'New key',
  note: 'The key is shown once, in the next step.',
  createKey: 'Create key',
  creating: 'Creating',
  nameHint: 'For example, “Release pipeline”.',
  expiration: 'Expiration',
  keyNoun: 'the key',
  copyNote: 'Copy it now. It will not be shown again.',
  authorizationBearer: 'Authorization: Bearer',
  v1: (serverUrl: string) => `${serverUrl}/v1`,
  mcp: (serverUrl: string) => `${serverUrl}/mcp`,
  usage: (header: ReactNode, api: ReactNode, mcp: ReactNode) =>
    rich`Send it as ${header} to the API at ${api} or to MCP at ${mcp}.`,
}

export const revoke = {
  revoked: (name: string) => `${name} revoked.`,
  title: (name: string) => `Revoke ${name}`,
  revoke: 'Revoke',
  revoking: 'Revoking',
  effect: (code: ReactNode) =>
    rich`Requests with the key that starts with ${code} fail immediately. This cannot be undone.`,
}

export const scopes = {
  names: {
    'brand-identities': 'Brand',
    integrations: 'Repositories',
    'event-triggers': 'Triggers',
    chats: 'Chats and sessions',
    projects: 'Visibility projects',
    'geo-settings': 'Visibility settings',
    briefs: 'Articles',
    'agent-readiness': 'Agent readiness',
    traffic: 'AI traffic',
  } as Record<string, string>,
  selectAtLeastOnePermission: 'Select at least one permission',
  everything: 'Everything',
  readEverything: 'Read everything',
  write: (written: string) => `write ${written}`,
  read: (read: string) => `read ${read}`,
  resources: (resources: number) => `${resources} resources`,
}
