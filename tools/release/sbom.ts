import { parse } from 'jsonc-parser'

type Dependencies = Record<string, string>
type LockedPackage = [
  id: string,
  registry: string,
  about: { dependencies?: Dependencies; optionalDependencies?: Dependencies },
  integrity: string,
]
type Lock = {
  workspaces: Record<string, { dependencies: Dependencies }>
  packages: Record<string, LockedPackage>
}

/** A CycloneDX list of the packages that the program depends on, from bun.lock. */
export function createSbom(lockFile: string, version: string, time: Date): string {
  const lock = parse(lockFile, [], { allowTrailingComma: true }) as Lock
  const found = new Map<string, string>()
  const visit = (name: string, from: string) => {
    const key = findKey(lock, name, from)
    if (key === null || found.has(key)) return
    const [id, , about, integrity] = lock.packages[key] as LockedPackage
    found.set(key, `${id} ${integrity ?? ''}`)
    for (const dependency of Object.keys({ ...about.dependencies, ...about.optionalDependencies }))
      visit(dependency, key)
  }
  for (const name of Object.keys(lock.workspaces['']?.dependencies ?? {})) visit(name, '')
  const components = [...new Set(found.values())].sort().map(toComponent)
  const bun = { type: 'platform', name: 'bun', version: Bun.version, purl: `pkg:npm/bun@${Bun.version}` }
  return `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      metadata: {
        timestamp: time.toISOString(),
        component: { type: 'application', name: 'herald', version, 'bom-ref': 'herald' },
      },
      components: [bun, ...components],
    },
    null,
    2,
  )}\n`
}

/** The key of a dependency: a version nested below its dependent, or below one of the packages around that. */
function findKey({ packages }: Lock, name: string, from: string): string | null {
  for (let parent = from; parent !== ''; parent = parent.replace(/\/?(?:@[^/]+\/)?[^/]+$/, ''))
    if (packages[`${parent}/${name}`]) return `${parent}/${name}`
  return packages[name] ? name : null
}

function toComponent(locked: string) {
  const [id = '', integrity = ''] = locked.split(' ')
  const at = id.lastIndexOf('@')
  const [name, version] = [id.slice(0, at), id.slice(at + 1)]
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const [, sum] = /^sha512-(.+)$/.exec(integrity) ?? []
  const hashes = sum
    ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(sum, 'base64').toString('hex') }] }
    : {}
  return { type: 'library', name, version, purl, 'bom-ref': purl, ...hashes }
}
