import type { Role } from './session.tsx'

/** Roles in a list. */
export const roleNames: Record<Role, string> = { owner: 'Owner', admin: 'Admin', member: 'Member' }

/** Roles in a sentence. */
export const roleWithArticle: Record<Role, string> = {
  owner: 'an owner',
  admin: 'an admin',
  member: 'a member',
}

/** The permissions of each role. */
export const roleHints: Record<Role, string> = {
  owner: 'Full access, including members and roles.',
  admin: 'Connect repositories, create API keys and invite members. Cannot change roles.',
  member: 'Write, edit and publish posts. Cannot connect repositories.',
}

export const roleChoices = Object.entries(roleNames).map(([value, label]) => ({ value, label }))
