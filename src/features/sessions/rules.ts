import type { Config } from '../../config.ts'
import { cookie } from '../../http/cookie.ts'
import { scopes as allScopes } from '../keys/model.ts'
import type { Membership } from '../members/model.ts'
import type { Role } from '../members/table.ts'

const day = 24 * 60 * 60 * 1000
export const sessionMilliseconds = 30 * day

/** True if a session is due for renewal: it was created or last renewed more than a day ago. */
export function isStale(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() < sessionMilliseconds - day
}

const sessionCookie = (config: Pick<Config, 'appUrl' | 'basePath'>) => cookie('herald_session', config)

/** The session token in the cookie of a request. */
export function readSessionCookie(
  request: Request,
  config: Pick<Config, 'appUrl' | 'basePath'>,
): string | null {
  return sessionCookie(config).read(request)
}

/** The header that stores a session token in a browser; null deletes it. */
export function writeSessionCookie(
  config: Pick<Config, 'appUrl' | 'basePath'>,
  token: string | null,
): string {
  return sessionCookie(config).write(token, sessionMilliseconds / 1000)
}

/** The current organization of a user: the one that the request names, or their only one. */
export function chooseMembership(
  memberships: Membership[],
  organizationId: string | null,
): Membership | null {
  const [only, ...others] = memberships
  if (organizationId === null) return (others.length === 0 && only) || null
  return memberships.find(({ id }) => id === organizationId) ?? null
}

/** The scopes of a role on routes that keys use too: members cannot connect or disconnect integrations. */
export function scopesOf(role: Role): string[] {
  return role === 'member' ? allScopes.filter((scope) => scope !== 'integrations.write') : allScopes
}
