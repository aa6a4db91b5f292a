import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { $ } from 'bun'
import { builtIn } from '../src/ai/engines/built-in.ts'
import { readCatalog } from '../src/ai/engines/catalog.ts'
import { fields } from '../src/ai/engines/entry-fields.ts'
import { parseProjectFile } from '../src/changelog/project-file.ts'
import { readConfig, variables } from '../src/config.ts'
import { command } from './support/command.ts'
import { gitEnvironment } from './support/git.ts'
import { blocksOf, readManual, readPage } from './support/manual.ts'
import { cleanUp, temporaryFolder } from './support/process.ts'

afterAll(cleanUp)

const manual = await readManual()
const configuration = await readPage('docs/configuration.md')

test('the configuration table of the manual is the one in the code', () => {
  const rows = [...configuration.matchAll(/^\| ([A-Z\d_]+) \| (.*) \| (.*) \|$/gm)].map(
    ([, name, standard, help]) => [name, standard, help],
  )
  const expected = Object.entries(variables).map(([name, { default: standard, help }]) => [
    name,
    standard ?? 'none',
    help,
  ])
  expect(rows).toEqual(expected)
})

test('the table of an engine names every field of ENGINES_FILE, and the example file loads', () => {
  const [, section = ''] = configuration.split('## Answer engines\n')
  const names = [...section.matchAll(/^\| (`\w+`(?:, `\w+`)*) \| [^|]* \| .*\|$/gm)].flatMap(
    ([, cell]) => cell?.match(/\w+/g) ?? [],
  )
  const old = ['name', 'zeroDataRetention']
  expect(names.sort()).toEqual(
    Object.keys(fields)
      .filter((name) => !old.includes(name))
      .sort(),
  )
  const load = (example = '') => {
    const path = join(temporaryFolder(), 'engines.json')
    writeFileSync(path, example.split('```')[0] ?? '')
    return readCatalog(readConfig({ ENGINES_FILE: path }))
  }
  const [, added, replaced] = section.split('```json\n')
  expect(load(added)).toHaveLength(builtIn.length + 1)
  const overviews = load(replaced).filter(({ id }) => id === 'google/ai-overview')
  expect(overviews.map(({ api, keyVariable }) => [api, keyVariable])).toEqual([['serpapi', 'SERPAPI_KEY']])
  const keys = section.match(/^\| `[A-Z]+(?:_API)?_KEY` \|/gm)?.map((row) => row.slice(3, -3))
  expect(new Set(keys)).toEqual(new Set(builtIn.map(({ keyVariable }) => keyVariable as string)))
})

test('.env.example lists every variable with its meaning and its default, all commented out', async () => {
  const example = await Bun.file(join(import.meta.dir, '../.env.example')).text()
  const [, ...sections] = example.trimEnd().split('\n\n')
  expect(sections).toEqual(
    Object.entries(variables).map(([name, { default: standard, help }]) => {
      // A default in words is no value.
      const value = /[a-z] /i.test(standard ?? '') ? '' : (standard ?? '').replace(':PORT', ':3000')
      return `# ${help}\n#${name}=${value}`
    }),
  )
})

test('compose.yaml stores the data in a volume and checks the health of the server', async () => {
  const { services, volumes } = Bun.YAML.parse(
    await Bun.file(join(import.meta.dir, '../compose.yaml')).text(),
  ) as { services: { herald: Record<string, any> }; volumes: object }
  const { environment, healthcheck } = services.herald
  expect(services.herald.volumes).toEqual([`herald:${environment.DATA_DIR}`])
  expect(volumes).toEqual({ herald: null })
  expect(Object.keys(variables)).toEqual(expect.arrayContaining(Object.keys(environment)))
  const dockerfile = await Bun.file(join(import.meta.dir, '../Dockerfile')).text()
  const [, ...probe] = healthcheck.test
  expect(dockerfile).toContain(`CMD ${JSON.stringify(probe).replace(',', ', ')}\n`)
})

test('every command of the manual exists with the options that it shows', async () => {
  const commands = [...manual.matchAll(/`herald ([^`]+)`/g)].map(([, line]) => line ?? '')
  expect(commands.length).toBeGreaterThan(10)
  for (const line of commands) {
    const words = line.split(/ (?=--|\[)/)[0]?.split(' ') ?? []
    const { exitCode, stdout } = await command([...words, '--help'])
    expect([line, exitCode]).toEqual([line, 0])
    for (const [option] of line.matchAll(/--[a-z-]+/g))
      expect([line, option, stdout.includes(option)]).toEqual([line, option, true])
  }
})

test('the scripts of the manual exist', async () => {
  const { scripts } = await Bun.file(join(import.meta.dir, '../package.json')).json()
  for (const [, name] of manual.matchAll(/(?:bun|bun@[\d.]+) run (\w+)/g))
    expect(Object.keys(scripts)).toContain(name ?? '')
})

test('the commands that create sign-in links print one each', async () => {
  const page = await readPage('docs/users.md')
  const settings = { DATA_DIR: temporaryFolder() }
  await command(['org', 'create', '--slug', 'acme', '--name', 'Acme'], settings)
  const lines = page.split('\n').filter((line) => line.startsWith('herald '))
  expect(lines).toHaveLength(2)
  for (const line of lines) {
    const words = line
      .replace(/ +#.*$/, '')
      .split(' ')
      .slice(1)
    const { stdout, stderr } = await command(words, settings)
    expect([line, stdout, stderr]).toEqual([
      line,
      expect.stringMatching(/\/app\/password#[0-9a-f]{64}\n$/),
      '',
    ])
  }
})

describe('changelogs on the command line', async () => {
  const page = await readPage('docs/changelogs.md')
  const blockOf = (language: string) => blocksOf(page, language)[0] ?? ''
  let repo: string

  beforeAll(async () => {
    repo = join(temporaryFolder(), 'courier')
    const git = (...args: string[]) => $`git -C ${repo} ${args}`.env(gitEnvironment()).quiet()
    mkdirSync(repo)
    await git('init', '--initial-branch', 'main')
    for (const [message, version] of [
      ['Initial commit', 'v1.0.0'],
      ['feat: add exports', 'v1.1.0'],
      ['fix: keep the order of rows', null],
    ] as const) {
      await git('commit', '--allow-empty', '--message', message)
      if (version) await git('tag', version)
    }
  })

  test('each of its commands works', async () => {
    const commands = blockOf('sh')
      .split('\n')
      .filter((line) => line.startsWith('herald '))
    expect(commands).toHaveLength(8)
    for (const line of commands) {
      const words = line
        .replace(/ +#.*$/, '')
        .split(' ')
        .slice(1)
      const placed = words.map((word) => (word.endsWith('.md') ? join(repo, word) : word))
      const { exitCode, stderr } = await command([...placed, '--repo', repo])
      expect([line, exitCode, stderr]).toEqual([line, 0, ''])
    }
    expect(await Bun.file(join(repo, 'CHANGELOG.md')).text()).toContain('\n## 1.2.0 - ')
  })

  test('its project file is valid and has every key', () => {
    expect(Object.keys(parseProjectFile(blockOf('toml'))).sort()).toEqual([
      'areas',
      'credits',
      'earlyFeatures',
      'ignoredAuthors',
      'ignoredPaths',
      'labels',
      'manifest',
      'packageFolder',
      'product',
    ])
  })

  test('its step has inputs of the action', async () => {
    const { inputs } = Bun.YAML.parse(await Bun.file(join(import.meta.dir, '../action.yml')).text()) as {
      inputs: object
    }
    const [, step] = Bun.YAML.parse(blockOf('yaml')) as { with: object }[]
    expect(Object.keys(step?.with ?? {})).toEqual(['format', 'output'])
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(step?.with ?? {})))
  })
})
