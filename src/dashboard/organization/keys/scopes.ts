import * as strings from './strings.ts'

/** The access of a key to one resource; write includes read. */
export type Access = 'none' | 'read' | 'write'
export type Accesses = Record<string, Access>

/** The beginning of the server's error for a key without scopes. */
export const noPermission = strings.scopes.selectAtLeastOnePermission

/** The same access to every resource. */
export const allOf = (resources: string[], access: Access): Accesses =>
  Object.fromEntries(resources.map((resource) => [resource, access]))

/** The scopes of a choice. */
export function toScopes(accesses: Accesses): string[] {
  return Object.entries(accesses).flatMap(([resource, access]) => {
    if (access === 'none') return []
    return access === 'read' ? [`${resource}.read`] : [`${resource}.read`, `${resource}.write`]
  })
}

/** The choice for scopes; null if no choice has them, such as the broad ones of older keys. */
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

/** Scopes in a few words. */
export function describeScopes(scopes: string[], resources: string[]): string {
  if (scopes.some((scope) => scope === '*' || scope === 'api.write')) return strings.scopes.everything
  if (scopes.includes('api.read')) return strings.scopes.readEverything
  const by = (access: Access) => resources.filter((resource) => accessOf(scopes, resource) === access)
  const [written, read] = [by('write'), by('read')]
  if (written.length === resources.length) return strings.scopes.everything
  if (read.length === resources.length) return strings.scopes.readEverything
  const said = [
    written.length && strings.scopes.write(list(written)),
    read.length && strings.scopes.read(list(read)),
  ]
  return upperFirst(said.filter(Boolean).join('; ') || scopes.join(', '))
}

function list(resources: string[]): string {
  return resources.length > 3
    ? strings.scopes.resources(resources.length)
    : resources.map((resource) => lowerFirst(resourceName(resource))).join(', ')
}

/** The name of a resource, as in the navigation. */
export function resourceName(resource: string): string {
  return strings.scopes.names[resource] ?? upperFirst(resource.replaceAll('-', ' '))
}

const lowerFirst = (text: string) => text.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
