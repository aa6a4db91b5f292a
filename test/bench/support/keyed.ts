import type { Database } from 'bun:sqlite'
import { createHash } from 'node:crypto'

type Organization = { id: string; slug: string; name: string; logo: string | null }

/**
 * The minimum for every authenticated request: the key's row by its hash. Returns the key's organization, or
 * null.
 */
export function createKeyCheck(database: Database, scope: string) {
  const find = database.prepare<Organization & { scopes: string }, [string, number]>(`
    select organizations.id, slug, organizations.name, logo, scopes from api_keys
    join organizations on organizations.id = organization_id
    where hash = +?1 and revoked_at is null and (expires_at is null or expires_at > +?2)`)
  return (request: Request): Organization | null => {
    const key = request.headers.get('authorization')?.slice('Bearer '.length) ?? ''
    const found = find.get(createHash('sha256').update(key).digest('hex'), Date.now())
    if (!found?.scopes.includes(scope)) return null
    const { id, slug, name, logo } = found
    return { id, slug, name, logo }
  }
}
