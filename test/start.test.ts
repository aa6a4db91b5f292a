import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Glob } from 'bun'

const root = join(import.meta.dir, '../src')
const transpiler = new Bun.Transpiler({ loader: 'ts' })

/**
 * Every package that is loaded before the first command, or before the first request, with the files that
 * import it.
 */
async function packagesReadBy(entry: string): Promise<Map<string, string[]>> {
  const packages = new Map<string, string[]>()
  const seen = new Set<string>()
  async function read(file: string) {
    if (seen.has(file)) return
    seen.add(file)
    for (const { kind, path } of transpiler.scanImports(await Bun.file(file).text())) {
      if (kind !== 'import-statement') continue
      if (!path.startsWith('.')) packages.set(path, [...(packages.get(path) ?? []), relative(root, file)])
      else if (path.endsWith('.ts')) await read(join(dirname(file), path))
    }
  }
  await read(join(root, entry))
  return packages
}

const heavy = [
  /^ai$/,
  /^@ai-sdk\//,
  /^@modelcontextprotocol\//,
  /^sanitize-html$/,
  /^satori$/,
  /^@resvg\//,
  /^openid-client$/,
  /^feedsmith$/,
  /^@elysiajs\/swagger$/,
  /^@octokit\/core$/,
  /^marked$/,
  /^@opentelemetry\//,
]

test('a server loads optional modules on first use', async () => {
  const packages = await packagesReadBy('cli/serve.ts')
  expect(packages.get('elysia')?.length).toBeGreaterThan(0)
  for (const [name, files] of packages)
    expect([name, files, heavy.some((pattern) => pattern.test(name))]).toEqual([name, files, false])
})

test('no integer of a response compiles a check at the start', async () => {
  const files = [...new Glob('**/*.ts').scanSync(join(root, 'features'))]
  const compiling = files.filter((file) =>
    readFileSync(join(root, 'features', file), 'utf8').includes('t.Integer('),
  )
  expect(compiling).toEqual([])
})

test('the command line loads nothing until the command is known', async () => {
  expect([...(await packagesReadBy('main.ts')).keys()]).toEqual(['node:util'])
})

test('a changelog is written without the server', async () => {
  const packages = await packagesReadBy('cli/changelog.ts')
  for (const name of ['elysia', 'drizzle-orm', 'pino'])
    expect([name, packages.get(name)]).toEqual([name, undefined])
})
