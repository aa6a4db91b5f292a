import type { Config } from '../../config.ts'
import { scopes as allScopes } from '../keys/model.ts'
import type { Membership } from '../members/model.ts'
import type { Role } from '../members/table.ts'

const day = 24 * 60 * 60 * 1000
export const sessionMilliseconds = 30 * day

/** Whether a session is to be renewed: it was begun, or last renewed, more than a day ago. */
export function isStale(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() < sessionMilliseconds - day
}

/** A browser takes the prefix from this host alone, over https, and for every path. */
function cookieName({ appUrl }: Pick<Config, 'appUrl'>): string {
  return appUrl.startsWith('https:') ? '__Host-herald_session' : 'herald_session'
}

/** The token in the session cookie of a request. */
export function readCookie(request: Request, config: Pick<Config, 'appUrl'>): string | null {
  const start = `${cookieName(config)}=`
  const cookies = request.headers.get('cookie')?.split(';') ?? []
  const found = cookies.map((each) => each.trim()).find((each) => each.startsWith(start))
  return found?.slice(start.length) || null
}

/** The header that puts a session's token into a browser; null takes it out again. */
export function writeCookie(config: Pick<Config, 'appUrl'>, token: string | null): string {
  const name = cookieName(config)
  const age = token === null ? 0 : sessionMilliseconds / 1000
  const secure = name.startsWith('__Host-') ? '; Secure' : ''
  return `${name}=${token ?? ''}; Max-Age=${age}; Path=/; HttpOnly; SameSite=Lax${secure}`
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
