import { expect, test } from 'bun:test'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '..')
const read = (path: string) => Bun.file(join(root, path)).text()
const page = await read('docs/architecture.md')
const chapterOf = (title: string) => page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''

/** The files and folders of the repository that a text names in code spans. */
const pathsIn = (text: string) =>
  [
    ...text.matchAll(
      /`((?:src|test|docs|migrations)\/[^`*\s]*|README\.md|CONTRIBUTING\.md|action\.yml|\.env\.example)`/g,
    ),
  ].map(([, path = '']) => path)

/** The folders directly below a folder. */
const foldersOf = (folder: string) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}/`)

/** The paths in the first column of the tables of a text. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => pathsIn(line.split(' | ')[0] ?? ''))

test.each(['docs/architecture.md', 'CONTRIBUTING.md'])('every path that %s names exists', async (name) => {
  const paths = pathsIn(await read(name))
  expect(paths.length).toBeGreaterThan(5)
  const wrong = paths.filter((path) => {
    const found = join(root, path)
    return !existsSync(found) || statSync(found).isDirectory() !== path.endsWith('/')
  })
  expect(wrong).toEqual([])
})

test('every name of a function, type or list on the page is in the code', async () => {
  const files = await Array.fromAsync(new Bun.Glob('src/**/*.{ts,tsx}').scan(root))
  const source = (await Promise.all(files.map(read))).join('\n')
  const words = new Set(source.match(/\w+/g))
  const names = [...page.matchAll(/`(\w+)(?:\([^`]*\))?`/g)].map(([, name = '']) => name)
  const ours = names.filter((name) => /[a-z][A-Z]/.test(name))
  expect(ours.length).toBeGreaterThan(15)
  expect(ours.filter((name) => !words.has(name) && name !== 'toX')).toEqual([])
})

test('the tables describe every folder of src and of the dashboard', () => {
  const rows = rowsOf(chapterOf('Folders'))
  expect(foldersOf('src').filter((folder) => !rows.includes(folder))).toEqual([])
  expect(foldersOf('src/dashboard').filter((folder) => !rows.includes(folder))).toEqual([])
})

test('the table of features lists all of them in the order that the architecture test checks', async () => {
  const source = await read('test/architecture.test.ts')
  const [, list = ''] = /^const ladder = \[\n([^\]]*)\]/m.exec(source) ?? []
  const features = [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => `src/features/${name}/`)
  expect(features.length).toBeGreaterThan(20)
  expect(rowsOf(chapterOf('Features'))).toEqual(features)
})

test('each change names files in order and at least one test', () => {
  const changes = chapterOf('Where to change what').split('\n### ').slice(1)
  expect(changes).toHaveLength(10)
  for (const change of changes) {
    const [title = ''] = change.split('\n')
    const [, steps = '', tests = ''] = /\n\n(1\. [\s\S]*?)\n\nTests: (.*)/.exec(change) ?? []
    expect([title, pathsIn(steps).length > 0]).toEqual([title, true])
    expect([title, pathsIn(tests).some((path) => path.startsWith('test/'))]).toEqual([title, true])
  }
})

test('each lifecycle takes at most ten lines and names its files', () => {
  for (const title of [
    'The life of a request',
    'The life of a webhook delivery',
    'The life of a scan',
    'The life of a session turn',
  ]) {
    const lines = chapterOf(title).trim().split('\n').filter(Boolean)
    expect([title, lines.length > 3 && lines.length <= 10]).toEqual([title, true])
    expect([title, pathsIn(lines.join('\n')).length > 5]).toEqual([title, true])
  }
})

test('README links to the page and does not repeat it', async () => {
  const readme = await read('README.md')
  expect(readme.split('](docs/architecture.md)').length - 1).toBe(1)
  expect(readme.includes('src/features/webhooks')).toBe(false)
  expect(readme.includes('registry.ts')).toBe(false)
})
