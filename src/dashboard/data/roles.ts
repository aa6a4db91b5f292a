import type { Role } from './session.tsx'
import * as strings from './strings.ts'

/** Roles in a list. */
export const roleNames: Record<Role, string> = strings.roles.names

/** Roles in a sentence. */
export const roleWithArticle: Record<Role, string> = strings.roles.withArticle

/** The permissions of each role. */
export const roleHints: Record<Role, string> = strings.roles.hints

export const roleChoices = Object.entries(roleNames).map(([value, label]) => ({ value, label }))
