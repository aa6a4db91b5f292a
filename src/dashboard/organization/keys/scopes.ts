/** What a key may do with one thing; who writes it reads it too. */
export type Access = 'none' | 'read' | 'write'
export type Accesses = Record<string, Access>

/** How the server's sentence begins where a key may do nothing. */
export const noPermission = 'Select at least one permission'

/** The same access to everything. */
export const allOf = (resources: string[], access: Access): Accesses =>
  Object.fromEntries(resources.map((resource) => [resource, access]))

/** The scopes that a choice stands for. */
export function toScopes(accesses: Accesses): string[] {
  return Object.entries(accesses).flatMap(([resource, access]) => {
    if (access === 'none') return []
    return access === 'read' ? [`${resource}.read`] : [`${resource}.read`, `${resource}.write`]
  })
}

/** The choice that scopes stand for; null for those that no choice says, such as the coarse ones of older keys. */
export function readScopes(scopes: string[], resources: string[]): Accesses | null {
  const accesses = Object.fromEntries(
    resources.map((resource) => [resource, accessOf(scopes, resource)] as const),
  )
  const isWhole = toScopes(accesses).toSorted().join() === scopes.toSorted().join()
  return isWhole ? accesses : null
}

function accessOf(scopes: string[], resource: string): Access {
  if (scopes.includes(`${resource}.write`)) return 'write'
  return scopes.includes(`${resource}.read`) ? 'read' : 'none'
}

/** What scopes are good for, in a few words. */
export function describeScopes(scopes: string[], resources: string[]): string {
  if (scopes.some((scope) => scope === '*' || scope === 'api.write')) return 'Everything'
  if (scopes.includes('api.read')) return 'Read everything'
  const by = (access: Access) => resources.filter((resource) => accessOf(scopes, resource) === access)
  const [written, read] = [by('write'), by('read')]
  if (written.length === resources.length) return 'Everything'
  if (read.length === resources.length) return 'Read everything'
  const said = [written.length && `write ${list(written)}`, read.length && `read ${list(read)}`]
  return upperFirst(said.filter(Boolean).join('; ') || scopes.join(', '))
}

function list(resources: string[]): string {
  return resources.length > 3
    ? `${resources.length} resources`
    : resources.map((resource) => lowerFirst(resourceName(resource))).join(', ')
}

/** How people call what a scope is about. */
export function resourceName(resource: string): string {
  return upperFirst(resource.replaceAll('-', ' ')).replace(/^Geo\b/, 'GEO')
}

const lowerFirst = (text: string) => text.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
