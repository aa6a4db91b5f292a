import { expect, test } from 'bun:test'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dir, '../src')
/** The files of a feature, in the order in which they may import: each only from what stands further right. */
const line = ['routes', 'service', 'job', 'work', 'prompt', 'model', 'table'] as const
/** A kind that was split by verb keeps its place in the line. */
const verbs: Record<string, (typeof line)[number]> = {
  'feedback/public-routes': 'routes',
  'feedback/public': 'service',
  'feedback/list': 'service',
  'feedback/groups': 'service',
  'feedback/similar': 'service',
  'feedback/tokens': 'service',
  'feedback/submission': 'model',
  'feedback/fields': 'model',
  'feedback/likeness': 'model',
  'keys/require-key': 'service',
  'posts/list': 'service',
  'posts/create': 'service',
  'posts/create-image': 'service',
  'posts/image': 'service',
  'posts/rules': 'model',
  'integrations/local': 'service',
  'integrations/webhook-secret': 'service',
  'webhooks/route-check': 'service',
  'webhooks/log': 'service',
  'webhooks/outcomes': 'service',
  'generation/record': 'model',
  'discovery/openapi': 'model',
  'generation/request': 'service',
  'generation/automation': 'work',
  'generation/brief': 'work',
  'generation/write-changelog': 'work',
  'generation/write-data': 'work',
  'generation/write-text': 'work',
  'generation/check-changelog': 'model',
  'generation/check-text': 'model',
  'brand-identities/generate': 'service',
  'brand-identities/delete': 'service',
  'brand-identities/find': 'service',
  'brand-identities/traits': 'prompt',
  'brand-identities/record': 'model',
  'brand-identities/fields': 'model',
  'schedules/outcome': 'model',
  'schedules/timer': 'model',
  'schedules/disable': 'service',
  'schedules/definition': 'model',
  'triggers/outcome': 'model',
  'skills/built-in': 'model',
  'skills/fields': 'model',
  'skills/stored': 'service',
  'generation/lookback': 'model',
  'generation/select': 'model',
  'generation/cause': 'work',
  'posts/image-routes': 'routes',
  'generation/source': 'work',
  'generation/stored': 'work',
}
const foundations = [
  'http',
  'db',
  'jobs',
  'cron',
  'ai',
  'codehost',
  'net',
  'changelog',
  'text',
  'markdown',
  'card',
  'writer',
]

const modules = await readModules()

async function readModules(): Promise<Map<string, string[]>> {
  const transpiler = new Bun.Transpiler({ loader: 'ts' })
  const found = new Map<string, string[]>()
  for await (const file of new Bun.Glob('**/*.ts').scan(root)) {
    if (file.endsWith('.d.ts')) continue
    const source = await Bun.file(join(root, file)).text()
    const local = transpiler
      .scanImports(source)
      .filter(({ path }) => path.startsWith('.') && path.endsWith('.ts'))
    found.set(
      file,
      local.map(({ path }) => relative(root, join(root, dirname(file), path))),
    )
  }
  return found
}

type Place = { feature: string; kind: (typeof line)[number] }

function placeOf(file: string): Place | null {
  const [, feature, name] = /^features\/([^/]+)\/(.+)\.ts$/.exec(file) ?? []
  if (!feature || !name) return null
  const kind = line.find((each) => each === name) ?? verbs[`${feature}/${name}`]
  if (!kind) throw new Error(`${file} has no place in the line ${line.join(' > ')}.`)
  return { feature, kind }
}

const imports = [...modules].flatMap(([file, targets]) => targets.map((target) => [file, target] as const))

test('there is something to check', () => {
  expect(modules.size).toBeGreaterThan(50)
  expect(imports.length).toBeGreaterThan(100)
})

test('every file of a feature has a place in the line', () => {
  for (const file of modules.keys()) placeOf(file)
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
    if (!from || !to || from.feature !== to.feature) return false
    return line.indexOf(from.kind) > line.indexOf(to.kind)
  })
  expect(wrong).toEqual([])
})

test('between features, behaviour is called through services and jobs, shapes and tables are read by all', () => {
  const wrong = imports.filter(([file, target]) => {
    const from = placeOf(file)
    const to = placeOf(target)
    return from && to && from.feature !== to.feature && ['routes', 'work', 'prompt'].includes(to.kind)
  })
  expect(wrong).toEqual([])
})

test('a table knows other tables only', () => {
  const wrong = imports.filter(([file, target]) => {
    const from = placeOf(file)
    const to = placeOf(target)
    return from?.kind === 'table' && to && to.kind !== 'table'
  })
  expect(wrong).toEqual([])
})

test('only the command line and the boot import the registry and the list of routes', () => {
  const allowed = ['main.ts', 'server.ts']
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
