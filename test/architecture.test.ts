import { expect, test } from 'bun:test'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dir, '../src')

/** The kinds of files in a feature, in the order in which they may import: each only from what stands further right. */
const kinds = ['routes', 'service', 'job', 'work', 'prompt', 'record', 'rules', 'model', 'table'] as const
type Kind = (typeof kinds)[number]

/** The features, in the order in which they may call each other: each only what stands before it. */
const ladder = [
  'organizations',
  'geo/projects',
  'members',
  'invitations',
  'sessions',
  'keys',
  'usage',
  'automations',
  'integrations',
  'activity',
  'posts',
  'collections',
  'brand-identities',
  'skills',
  'generation',
  'webhooks',
  'feedback',
  'geo/settings',
  'geo/prompts',
  'geo/competitors',
  'geo/sequences',
  'geo/scans',
  'geo/visibility',
  'geo/gaps',
  'geo/sitemaps',
  'geo/briefs',
  'approvals',
  'chats',
  'agent-sessions',
  'home',
  'dashboard',
  'public-page',
  'discovery',
]

/** What features are built on; none of it knows a feature. */
const foundations = [
  'http',
  'db',
  'jobs',
  'cron',
  'ai',
  'codehost',
  'tracker',
  'net',
  'changelog',
  'text',
  'markdown',
  'card',
  'page',
  'writer',
  'assets',
  'statistics',
  'mentions',
]

/** What takes long: jobs and their work do it, and requests only where a person waits for the answer. */
const slow = [
  'ai/converse/converse.ts',
  'ai/generate.ts',
  'ai/engines/ask.ts',
  'net/fetch-page.ts',
  'net/find-redirect.ts',
  'net/read-site.ts',
  'codehost/github.ts',
  'codehost/git.ts',
  'tracker/linear.ts',
]
const mayBeSlow = [
  // Looks at a repository before it is connected.
  'features/integrations/service.ts',
  // Looks at a workspace before it is connected, and opens it for jobs.
  'features/integrations/trackers/service.ts',
  'cli/changelog.ts',
  // Asks each engine for one answer while the operator waits.
  'cli/engines.ts',
]

const { modules, named } = await readModules()

/** The files that each file loads, and those that it names: the transpiler drops imports of types alone. */
async function readModules() {
  const transpiler = new Bun.Transpiler({ loader: 'ts' })
  const modules = new Map<string, string[]>()
  const named = new Map<string, string[]>()
  for await (const file of new Bun.Glob('**/*.ts').scan(root)) {
    if (file.endsWith('.d.ts')) continue
    const source = await Bun.file(join(root, file)).text()
    const resolve = (path: string) => relative(root, join(root, dirname(file), path))
    const loaded = transpiler
      .scanImports(source)
      .filter(({ path }) => path.startsWith('.') && path.endsWith('.ts'))
      .map(({ path }) => resolve(path))
    const types = [...source.matchAll(/^(?:import|export|\}).* from '(\.[^']+\.ts)'$/gm)].map(([, path]) =>
      resolve(path ?? ''),
    )
    modules.set(file, loaded)
    named.set(file, [...new Set([...loaded, ...types])])
  }
  return { modules, named }
}

type Place = { feature: string; kind: Kind | null }

/** The feature and kind of a file; null as kind where the file is named for what it does. */
function placeOf(file: string): Place | null {
  const [, path, name] = /^features\/(.+)\/([^/]+)\.ts$/.exec(file) ?? []
  const feature = path && ladder.find((each) => path === each || path.startsWith(`${each}/`))
  if (!path || !name) return null
  if (!feature) throw new Error(`${file} is of a feature that stands nowhere on the ladder.`)
  return { feature, kind: kinds.find((each) => each === name) ?? null }
}

/** What a file calls is loaded; whom it knows is read from its types as well. */
const calls = pairs(modules)
const imports = pairs(named)

function pairs(targetsOf: Map<string, string[]>) {
  return [...targetsOf].flatMap(([file, targets]) => targets.map((target) => [file, target] as const))
}

test('there is something to check', () => {
  expect(modules.size).toBeGreaterThan(50)
  expect(imports.length).toBeGreaterThan(100)
})

test('every feature stands on the ladder', () => {
  const found = new Set([...modules.keys()].map((file) => placeOf(file)?.feature).filter(Boolean))
  expect([...found].sort()).toEqual([...ladder].sort())
})

test.each(foundations)('%s never imports a feature', (folder) => {
  const wrong = imports.filter(
    ([file, target]) => file.startsWith(`${folder}/`) && target.startsWith('features/'),
  )
  expect(wrong).toEqual([])
})

test('within a feature, imports run from routes towards table', () => {
  const wrong = imports.filter(([file, target]) => {
    const from = placeOf(file)
    const to = placeOf(target)
    if (!from?.kind || !to?.kind || dirname(file) !== dirname(target)) return false
    return kinds.indexOf(from.kind) > kinds.indexOf(to.kind)
  })
  expect(wrong).toEqual([])
})

test('between features, behaviour is called down the ladder; shapes and tables are read by all', () => {
  const wrong = imports.filter(([file, target]) => {
    const from = placeOf(file)
    const to = placeOf(target)
    if (!from || !to || from.feature === to.feature) return false
    if (to.kind === 'model' || to.kind === 'table') return false
    // Every route stands behind the guard, also those of whom the guard asks.
    if (from.kind === 'routes' && target === 'features/keys/guard.ts') return false
    return ladder.indexOf(from.feature) < ladder.indexOf(to.feature)
  })
  expect(wrong).toEqual([])
})

test('routes and prompts are of their feature alone; work is done down the ladder, by work', () => {
  const wrong = imports.filter(([file, target]) => {
    const from = placeOf(file)
    const to = placeOf(target)
    if (!from || !to || from.feature === to.feature) return false
    if (to.kind === 'work') return from.kind !== 'work'
    return to.kind === 'routes' || to.kind === 'prompt'
  })
  expect(wrong).toEqual([])
})

test('what takes long is done by jobs, and by the named exceptions', () => {
  const wrong = calls.filter(([file, target]) => {
    if (!slow.includes(target) || mayBeSlow.includes(file)) return false
    const kind = placeOf(file)?.kind
    return file.startsWith('cli/') || (placeOf(file) !== null && kind !== 'job' && kind !== 'work')
  })
  expect(wrong).toEqual([])
})

test('only routes, the guard and what every answer passes make Elysia plugins', async () => {
  const makers: string[] = []
  for (const file of modules.keys()) {
    const source = await Bun.file(join(root, file)).text()
    if (/^import \{[^}]*\bElysia\b[^}]*\} from 'elysia'/m.test(source)) makers.push(file)
  }
  const allowed = /^(api\.ts|http\/[^/]+\.ts|(?:.+\/)?routes\.ts|features\/keys\/guard\.ts)$/
  expect(makers.filter((file) => !allowed.test(file))).toEqual([])
})

test('a table knows other tables only', () => {
  const wrong = imports.filter(([file, target]) => {
    const from = placeOf(file)
    const to = placeOf(target)
    return from?.kind === 'table' && to && to.kind !== 'table'
  })
  expect(wrong).toEqual([])
})

test('rules know no rows: they import no record', () => {
  const wrong = imports.filter(
    ([file, target]) => placeOf(file)?.kind === 'rules' && placeOf(target)?.kind === 'record',
  )
  expect(wrong).toEqual([])
})

test('only the command line and the boot import the registry and the list of routes', () => {
  // The pages take the types of the routes from their list.
  const allowed = ['main.ts', 'server.ts', 'dashboard/api.ts']
  const wrong = imports.filter(
    ([file, target]) =>
      ['api.ts', 'registry.ts', 'server.ts'].includes(target) &&
      !allowed.includes(file) &&
      !file.startsWith('cli/'),
  )
  expect(wrong).toEqual([])
})

test('no file imports itself through others', () => {
  const done = new Set<string>()
  const cycles: string[] = []
  function visit(file: string, path: string[]) {
    if (path.includes(file)) {
      cycles.push([...path.slice(path.indexOf(file)), file].join(' > '))
      return
    }
    if (done.has(file)) return
    for (const target of modules.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of modules.keys()) visit(file, [])
  expect(cycles).toEqual([])
})

test('no module exports a default, no folder has a barrel', async () => {
  for (const file of modules.keys()) {
    const source = await Bun.file(join(root, file)).text()
    expect([file, /^export default /m.test(source)]).toEqual([file, false])
    expect([file, /^export (\*|\{[^}]*\}) from /m.test(source)]).toEqual([file, false])
  }
})
