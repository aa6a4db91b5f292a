import { type Role, roles } from './table.ts'

/** True if a role equals or exceeds the needed one. */
export function hasRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) <= roles.indexOf(needed)
}
