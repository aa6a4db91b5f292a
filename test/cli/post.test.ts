import { Database } from 'bun:sqlite'
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { command } from '../support/command.ts'
import { cleanUp, type Settings, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

let settings: Settings
let folder: string
beforeEach(async () => {
  folder = temporaryFolder()
  settings = { DATA_DIR: temporaryFolder(), LOG_LEVEL: 'silent', APP_URL: 'https://herald.test' }
  await command(['org', 'create', '--slug', 'acme', '--name', 'Acme'], settings)
})

function file(text: string): string {
  const path = join(folder, 'post.md')
  writeFileSync(path, text)
  return path
}
const create = (...options: string[]) => command(['post', 'create', '--org', 'acme', ...options], settings)

test('herald post create saves a draft with the first heading as title, and prints its address', async () => {
  const { exitCode, stdout } = await create('--file', file('# Faster exports\n\nTwo seconds.'))
  expect([exitCode, stdout]).toEqual([
    0,
    expect.stringMatching(/^Saved as draft: https:\/\/herald\.test\/app\/acme\/posts\/[a-z0-9]{16}\n$/),
  ])
})

test('herald post create --publish publishes a text under the given title and type', async () => {
  const options = ['--title', 'Exports', '--type', 'changelog', '--publish', '--json']
  const { stdout } = await create('--file', file('Two seconds.'), ...options)
  expect(JSON.parse(stdout)).toEqual({
    id: expect.stringMatching(/^[a-z0-9]{16}$/),
    status: 'published',
    url: expect.stringContaining('https://herald.test/app/acme/posts/'),
  })
})

test('herald post create takes title and slug from the front matter and publishes only the text below', async () => {
  const text = '---\ntitle: "Faster: exports"\nslug: exports\ntags: [a]\n---\n\nTwo seconds.'
  const { stdout } = await create('--file', file(text), '--json')
  const { id } = JSON.parse(stdout)
  const database = new Database(join(settings.DATA_DIR ?? '', 'herald.db'))
  expect(database.query('select title, slug, markdown from posts where id = ?').get(id)).toEqual({
    ...{ title: 'Faster: exports', slug: 'exports', markdown: 'Two seconds.' },
  })
  database.close()
})

test.each<[string, () => string[], string]>([
  ['a file that does not exist', () => ['--file', join(folder, 'none.md')], '--file cannot be read'],
  ['a file that is no text', () => ['--file', file('text\0')], 'has a NUL character'],
  ['an empty file', () => ['--file', file(' \n')], '--file names an empty file'],
  ['a text that is too long', () => ['--file', file('x'.repeat(100_001))], 'more than 100,000 characters'],
  ['a text without a title', () => ['--file', file('Two seconds.')], 'title is required'],
  ['front matter only', () => ['--file', file('---\ntitle: x\n---\n')], 'no text below its front matter'],
  [
    'a wrong slug',
    () => ['--file', file('---\nslug: A b\n---\n# x')],
    'lowercase letters, digits and hyphens',
  ],
  ['a title that is no text', () => ['--file', file('---\ntitle: [a]\n---\nx')], 'title in the front matter'],
  ['a title that is too long', () => ['--file', file('x'), '--title', 'x'.repeat(121)], '--title must have'],
])('herald post create refuses %s', async (_, options, error) => {
  const { exitCode, stdout, stderr } = await create(...options())
  expect([exitCode, stdout, stderr]).toEqual([1, '', expect.stringContaining(error)])
})
