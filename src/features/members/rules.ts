import { type Role, roles } from './table.ts'

/** True when somebody's role is a given one, or one that may do more. */
export function hasRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) <= roles.indexOf(needed)
}
