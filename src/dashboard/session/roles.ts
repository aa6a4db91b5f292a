import type { Role } from './session.tsx'

/** Roles as they stand in a list. */
export const roleNames: Record<Role, string> = { owner: 'Owner', admin: 'Admin', member: 'Member' }

/** Roles as they stand in a sentence. */
export const roleWithArticle: Record<Role, string> = {
  owner: 'an owner',
  admin: 'an admin',
  member: 'a member',
}

/** What each may do. */
export const roleHints: Record<Role, string> = {
  owner: 'Owners do everything, and say who belongs to the organization.',
  admin: 'Admins connect repositories, make keys and invite; they change no roles.',
  member: 'Members write, edit and publish; they connect and disconnect nothing.',
}

export const roleChoices = Object.entries(roleNames).map(([value, label]) => ({ value, label }))
