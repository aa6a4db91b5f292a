import { describe, expect, test } from 'bun:test'
import { basename, dirname, join, relative } from 'node:path'

const root = join(import.meta.dir, '../src')

/** The features, in the order in which they may call each other: each only those before it. */
const ladder = [
  'organizations',
  'geo/projects',
  'members',
  'invitations',
  'sessions',
  'keys',
  'oauth',
  'usage',
  'automations',
  'integrations',
  'activity',
  'images',
  'posts',
  'destinations',
  'collections',
  'brand-identities',
  'skills',
  'generation',
  'webhooks',
  'feedback',
  'geo/settings',
  'geo/prompts',
  'geo/search-console',
  'geo/competitors',
  'geo/sequences',
  'geo/scans',
  'geo/set-up',
  'geo/visibility',
  'geo/gaps',
  'geo/reports',
  'geo/views',
  'geo/sitemaps',
  'geo/briefs',
  'geo/traffic',
  'geo/readiness',
  'manual',
  'tools',
  'conversations/approvals',
  'conversations/engine',
  'conversations/chats',
  'conversations/sessions',
  'home',
  'notifications',
  'server-settings',
  'dashboard',
  'public-page',
  'subscribers',
  'discovery',
]

/** The modules that features are built on; none of them imports a feature. */
const foundations = [
  'http',
  'db',
  'jobs',
  'cron',
  'ai',
  'codehost',
  'tracker',
  'net',
  'readiness',
  'changelog',
  'text',
  'markdown',
  'card',
  'image',
  'messages',
  'mail',
  'page',
  'writer',
  'assets',
  'statistics',
  'mentions',
  'traffic',
  'backup',
]

/**
 * The folders of the dashboard, each importing only those before it: components, requests, then the groups of the
 * sidebar, then the frame around them.
 */
const dashboard = ['kit', 'data', 'agents', 'content', 'sources', 'visibility', 'organization', 'home', 'app']

/** File names with a fixed meaning; they may occur once in each feature and once in each part with routes or a job. */
const standardNames = ['routes.ts', 'schema.ts', 'model.ts', 'table.ts', 'job.ts']

/** Folders of three files that have a noun of their own. The list may only get shorter. */
const smallFolders = ['changelog/learned', 'cron', 'dashboard/data/window', 'features/dashboard']

/** Modules that wait for another server or a program: jobs call them, requests only while a user waits. */
const slowModules = [
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
const mayWait = [
  // Streams the model's answer to the user.
  'features/conversations/chats/reply/reply.ts',
  // Asks the model once while the owner waits.
  'features/server-settings/test-settings.ts',
  // Reads a repository before it is connected.
  'features/integrations/code-host-access.ts',
  // Reads a workspace before it is connected, and unlocks its credentials for jobs.
  'features/integrations/trackers.ts',
  // Reads the commits to choose from while the user waits.
  'features/activity/read-repository.ts',
  // Reads the description of an app while the user waits to approve it, with a short time limit.
  'features/oauth/client-document.ts',
  // Copies an image from another site while the user waits.
  'features/images/copy-image.ts',
  // Asks the model for a title and a kind, with a short time limit.
  'features/feedback/classify.ts',
  // Asks the model for competitors and prompts while the user waits.
  'features/geo/competitors/work.ts',
  'features/geo/prompts/suggestions/draft-suggestions.ts',
  'features/geo/set-up/propose-tracking.ts',
]

type Module = { loads: string[]; imports: string[] }

const modules = await readModules()
const files = [...modules.keys()]
const imports = [...modules].flatMap(([file, { imports }]) =>
  imports.map((target) => [file, target] as const),
)

/** The files that each file loads, and those that it imports: the transpiler drops type-only imports. */
async function readModules() {
  const found = new Map<string, Module>()
  for await (const file of new Bun.Glob('**/*.{ts,tsx}').scan(root)) {
    if (file.endsWith('.d.ts')) continue
    const source = await Bun.file(join(root, file)).text()
    const transpiler = new Bun.Transpiler({ loader: file.endsWith('x') ? 'tsx' : 'ts' })
    const resolve = (path: string) => relative(root, join(root, dirname(file), path))
    const isModule = (path: string) => /^\..*\.tsx?$/.test(path)
    const loads = transpiler
      .scanImports(source)
      .map(({ path }) => path)
      .filter(isModule)
      .map(resolve)
    const types = [...source.matchAll(/^(?:import|export|\}).* from '([^']+)'$/gm)]
      .map(([, path]) => path ?? '')
      .filter(isModule)
      .map(resolve)
    found.set(file, { loads, imports: [...new Set([...loads, ...types])] })
  }
  return found
}

/** The feature of a file; null outside the features. */
function featureOf(file: string): string | null {
  if (!file.startsWith('features/')) return null
  const path = file.slice('features/'.length)
  const feature = ladder.find((each) => path.startsWith(`${each}/`))
  if (!feature) throw new Error(`${file} belongs to a feature that is missing in the ladder.`)
  return feature
}

/** The files that a file loads, directly or indirectly, except through files for which `stops` is true. */
function reachedFrom(start: string, stops: (file: string) => boolean) {
  const before = new Map<string, string>()
  const open = [start]
  for (let file = open.pop(); file; file = open.pop()) {
    for (const target of modules.get(file)?.loads ?? []) {
      if (target === start || before.has(target) || stops(target)) continue
      before.set(target, file)
      open.push(target)
    }
  }
  return before
}

/** The groups of files that import each other in cycles; each group sorted. */
function findCycles(targetsOf: (module: Module) => string[]) {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  function visit(file: string) {
    order.set(file, order.size)
    lowest.set(file, order.get(file) ?? 0)
    stack.push(file)
    const module = modules.get(file)
    for (const target of module ? targetsOf(module) : []) {
      if (!order.has(target)) visit(target)
      if (stack.includes(target)) {
        lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(target) ?? 0))
      }
    }
    if (lowest.get(file) !== order.get(file)) return
    const cycle = stack.splice(stack.indexOf(file))
    if (cycle.length > 1) cycles.push(cycle.sort())
  }
  for (const file of files) if (!order.has(file)) visit(file)
  return inOrder(cycles)
}

/** The part of the dashboard that a file belongs to; null outside the dashboard. */
function dashboardPartOf(file: string): string | null {
  if (!file.startsWith('dashboard/')) return null
  return file.split('/')[1] ?? null
}

function inOrder(cycles: string[][]) {
  return cycles.map((each) => each.toSorted()).sort((a, b) => (a.join() < b.join() ? -1 : 1))
}

describe('files and folders', () => {
  test('there are modules to check', () => {
    expect(files.length).toBeGreaterThan(500)
    expect(imports.length).toBeGreaterThan(2_000)
  })

  test('a folder has at least four files, except the smaller ones listed here', () => {
    const counts = new Map<string, number>()
    for (const path of new Bun.Glob('**/*').scanSync(root)) {
      for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
        counts.set(folder, (counts.get(folder) ?? 0) + 1)
      }
    }
    const small = [...counts].filter(([, count]) => count < 4).map(([folder]) => folder)
    expect(small.sort()).toEqual(smallFolders)
  })

  test('no file name occurs twice in a feature, except the standard names', () => {
    const seen = new Map<string, string[]>()
    for (const file of files) {
      const feature = featureOf(file)
      if (!feature || standardNames.includes(basename(file))) continue
      const key = `${feature}: ${basename(file)}`
      seen.set(key, [...(seen.get(key) ?? []), file])
    }
    expect([...seen.values()].filter((each) => each.length > 1)).toEqual([])
  })

  test('standard names are used at the top of a feature, and next to routes or a job', () => {
    const wrong = files.filter((file) => {
      const feature = featureOf(file)
      if (!feature || !standardNames.includes(basename(file))) return false
      const folder = dirname(file)
      if (folder === `features/${feature}`) return false
      return !modules.has(join(folder, 'routes.ts')) && !modules.has(join(folder, 'job.ts'))
    })
    expect(wrong).toEqual([])
  })

  test('no module exports a default or another module', async () => {
    for (const file of files) {
      const source = await Bun.file(join(root, file)).text()
      expect([file, /^export default /m.test(source)]).toEqual([file, false])
      expect([file, /^export (\*|\{[^}]*\}) from /m.test(source)]).toEqual([file, false])
    }
  })
})

test('a regular expression of more than 250 characters is built from lists', async () => {
  const literal = /(?<![\w)\]/*])\/(?![*/ ])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/[a-z]*/g
  const long: string[] = []
  for (const file of files.filter((each) => /\.tsx?$/.test(each)))
    for (const [found] of (await Bun.file(join(root, file)).text()).matchAll(literal))
      if (found.length > 250) long.push(`${file}: ${found.slice(0, 60)}`)
  expect(long).toEqual([])
})

describe('import directions', () => {
  test('the order of features lists every feature', () => {
    expect([...new Set(files.map(featureOf).filter(Boolean))].sort()).toEqual([...ladder].sort())
  })

  test.each(foundations)('%s imports no feature', (folder) => {
    const wrong = imports.filter(
      ([file, target]) => file.startsWith(`${folder}/`) && target.startsWith('features/'),
    )
    expect(wrong).toEqual([])
  })

  test('a feature calls only features before it in the order; shapes and tables may be read by all', () => {
    const wrong = imports.filter(([file, target]) => {
      const from = featureOf(file)
      const to = featureOf(target)
      if (!from || !to || from === to) return false
      if (['model.ts', 'schema.ts', 'table.ts'].includes(basename(target))) return false
      // Every route is behind the guard, including those of the features that the guard calls.
      if (basename(file) === 'routes.ts' && target === 'features/keys/guard.ts') return false
      return ladder.indexOf(from) < ladder.indexOf(to)
    })
    expect(wrong).toEqual([])
  })

  test('only the list of routes imports routes', () => {
    const wrong = imports.filter(([file, target]) => basename(target) === 'routes.ts' && file !== 'api.ts')
    expect(wrong).toEqual([])
  })

  test('the dashboard has the folders of its navigation', () => {
    expect([...new Set(files.map(dashboardPartOf).filter(Boolean))].sort()).toEqual([...dashboard].sort())
  })

  test('a part of the dashboard imports only parts before it', () => {
    const wrong = imports.filter(([file, target]) => {
      const from = dashboardPartOf(file)
      const to = dashboardPartOf(target)
      return from && to && dashboard.indexOf(from) < dashboard.indexOf(to)
    })
    expect(wrong).toEqual([])
  })

  test('a table imports no other part of a feature but tables', () => {
    const wrong = imports.filter(
      ([file, target]) =>
        basename(file) === 'table.ts' && featureOf(target) !== null && basename(target) !== 'table.ts',
    )
    expect(wrong).toEqual([])
  })

  test('requests load slow modules only through jobs and through the files listed here', () => {
    const stops = (file: string) => basename(file) === 'job.ts' || mayWait.includes(file)
    const wrong = files
      .filter((file) => basename(file) === 'routes.ts')
      .flatMap((routes) => {
        const before = reachedFrom(routes, stops)
        return slowModules
          .filter((slow) => before.has(slow))
          .map((slow) => {
            const path = [slow]
            for (let file = before.get(slow); file; file = before.get(file)) path.unshift(file)
            return path.join(' > ')
          })
      })
    expect(wrong).toEqual([])
  })

  test('only routes, the guard and the response middleware create Elysia plugins', async () => {
    const makers: string[] = []
    for (const file of files) {
      const source = await Bun.file(join(root, file)).text()
      if (/^import \{[^}]*\bElysia\b[^}]*\} from 'elysia'/m.test(source)) makers.push(file)
    }
    const allowed = /^(api\.ts|http\/[^/]+\.ts|(?:.+\/)?routes\.ts|features\/keys\/guard\.ts)$/
    expect(makers.filter((file) => !allowed.test(file))).toEqual([])
  })

  test('only the command line and the start-up import the registry and the list of routes', () => {
    // The dashboard imports the types of the routes from their list.
    const allowed = ['main.ts', 'server.ts', 'dashboard/data/api.ts', 'dashboard/data/delivery-api.ts']
    const wrong = imports.filter(
      ([file, target]) =>
        ['api.ts', 'registry.ts', 'server.ts'].includes(target) &&
        !allowed.includes(file) &&
        !file.startsWith('cli/'),
    )
    expect(wrong).toEqual([])
  })

  test('no file loads itself through other files', () => {
    expect(findCycles(({ loads }) => loads)).toEqual([])
  })

  test('no file imports itself through other files, type imports included', () => {
    expect(findCycles(({ imports }) => imports)).toEqual([])
  })
})
