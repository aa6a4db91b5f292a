import type { Config } from '../../config.ts'
import { cookie } from '../../http/cookie.ts'
import { scopes as allScopes } from '../keys/model.ts'
import type { Membership } from '../members/model.ts'
import type { Role } from '../members/table.ts'

const day = 24 * 60 * 60 * 1000
export const sessionMilliseconds = 30 * day

/** Whether a session is to be renewed: it was begun, or last renewed, more than a day ago. */
export function isStale(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() < sessionMilliseconds - day
}

const sessionCookie = (config: Pick<Config, 'appUrl' | 'basePath'>) => cookie('herald_session', config)

/** The token of a session in the cookie of a request. */
export function readSessionCookie(
  request: Request,
  config: Pick<Config, 'appUrl' | 'basePath'>,
): string | null {
  return sessionCookie(config).read(request)
}

/** The header that puts a session's token into a browser; null takes it out again. */
export function writeSessionCookie(
  config: Pick<Config, 'appUrl' | 'basePath'>,
  token: string | null,
): string {
  return sessionCookie(config).write(token, sessionMilliseconds / 1000)
}

/** Where somebody works: the organization that the request names, or the only one that they belong to. */
export function chooseMembership(
  memberships: Membership[],
  organizationId: string | null,
): Membership | null {
  const [only, ...others] = memberships
  if (organizationId === null) return (others.length === 0 && only) || null
  return memberships.find(({ id }) => id === organizationId) ?? null
}

/** What a role is good for on the routes that keys use too: a member connects and disconnects nothing. */
export function scopesOf(role: Role): string[] {
  return role === 'member' ? allScopes.filter((scope) => scope !== 'integrations.write') : allScopes
}
