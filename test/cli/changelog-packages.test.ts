import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { $ } from 'bun'
import { command } from '../support/command.ts'
import { createRepository, gitEnvironment } from '../support/git.ts'

const env = gitEnvironment()
let repo: string
let day = 0

const herald = (...args: string[]) => command(['changelog', '--repo', repo, ...args])
const read = (file: string) => Bun.file(join(repo, file)).text()

async function write(files: Record<string, string>, message: string) {
  const date = `2026-11-${String(++day).padStart(2, '0')}T10:00:00Z`
  for (const [file, text] of Object.entries(files)) await Bun.write(join(repo, file), text)
  await $`git -C ${repo} add --all`.env(env)
  const dated = gitEnvironment(date)
  await $`git -C ${repo} commit --quiet --message ${message}`.env(dated)
}

const tag = (name: string) => $`git -C ${repo} tag ${name}`.env(env)
const manifest = (name: string, version: string) => `{ "name": "${name}", "version": "${version}" }\n`

beforeAll(async () => {
  repo = join(await mkdtemp(join(tmpdir(), 'herald-packages-')), 'courier')
  await createRepository(repo)
  await write(
    {
      '.herald.toml': 'manifest = "package.json"\n',
      'package.json': manifest('courier', '3.0.0'),
      'packages/ui/package.json': manifest('ui', '1.0.0'),
      'packages/api/package.json': manifest('api', '2.0.0'),
      'packages/old/package.json': manifest('old', '1.0.0'),
      'examples/shop/package.json': manifest('shop', '1.0.0'),
    },
    'feat: add packages',
  )
  for (const name of ['ui@1.0.0', 'api@2.0.0', 'old@1.0.0']) await tag(name)
  await write({ 'packages/ui/menu.ts': '1' }, 'feat: add a menu')
  await write({ 'packages/api/rows.ts': '1' }, 'fix: keep the order of rows')
  await write({ 'examples/shop/index.ts': '1' }, 'feat: add a shop')
})
afterAll(() => rm(join(repo, '..'), { recursive: true }))

test('each package with changes has its next version, by its own last tag', async () => {
  const { exitCode, stdout } = await herald('--packages', '--next')
  expect([exitCode, stdout]).toEqual([0, 'api 2.0.1\nui 1.1.0\n'])
  const lines = (await herald('--packages', '--next', '--json')).stdout.trim().split('\n')
  expect(lines.map((each) => JSON.parse(each))).toMatchObject([
    { package: 'api', version: '2.0.1', step: 'patch' },
    { package: 'ui', version: '1.1.0', changes: [{ title: 'Add a menu' }] },
  ])
})

test('each package with changes is written into its own CHANGELOG', async () => {
  expect((await herald('--packages', '--prepend', 'CHANGELOG.md')).exitCode).toBe(0)
  expect(await read('packages/ui/CHANGELOG.md')).toContain('Add a menu')
  expect(await read('packages/api/CHANGELOG.md')).toContain('Keep the order of rows')
  expect(await read('packages/ui/CHANGELOG.md')).not.toContain('order of rows')
  for (const folder of ['packages/old', 'examples/shop', '.'])
    expect(await Bun.file(join(repo, folder, 'CHANGELOG.md')).exists()).toBe(false)
})

test('the next version is written into the manifest that the project names, once', async () => {
  expect((await herald('--packages', '--bump')).stdout).toBe('api 2.0.1\nui 1.1.0\n')
  expect(await read('packages/ui/package.json')).toBe(manifest('ui', '1.1.0'))
  expect(await read('packages/api/package.json')).toBe(manifest('api', '2.0.1'))
  expect(await read('package.json')).toBe(manifest('courier', '3.0.0'))
  expect((await herald('--package', 'ui', '--bump')).stderr).toContain('package.json has 1.1.0 already.')
})

test('a manifest that is newer, missing or unnamed is not changed', async () => {
  await Bun.write(join(repo, 'packages/ui/package.json'), manifest('ui', '4.0.0'))
  expect(await herald('--package', 'ui', '--bump')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('has 4.0.0, which is newer than 1.1.0. Tag that version first.'),
  })
  await Bun.write(join(repo, '.herald.toml'), 'manifest = "version.txt"\n')
  expect((await herald('--package', 'ui', '--bump')).stderr).toContain('version.txt does not exist.')
  const all = await herald('--packages', '--bump')
  expect([all.exitCode, all.stdout]).toEqual([0, 'api 2.0.1\nui 1.1.0\n'])
  expect(all.stderr).toContain('api has no ')
  await Bun.write(join(repo, 'packages/ui/version.txt'), '1.0.0')
  expect((await herald('--package', 'ui', '--bump')).stderr).toContain(
    'has no version that Herald can change.',
  )
  await Bun.write(join(repo, '.herald.toml'), '')
  expect((await herald('--package', 'ui', '--bump')).stderr).toContain(
    '--bump requires the manifest with the version',
  )
})

test('--packages refuses options for one range', async () => {
  expect((await herald('--packages', '--from', 'ui@1.0.0')).exitCode).toBe(2)
  expect((await herald('--packages', '--json')).exitCode).toBe(2)
})

test('a file that the repository names is not written outside of it', async () => {
  const outside = join(repo, '..', 'outside.json')
  await Bun.write(outside, manifest('outside', '1.0.0'))
  await Bun.write(join(repo, '.herald.toml'), 'manifest = "../../../outside.json"\n')
  const refusal = expect.stringMatching(/outside\.json is outside of the repository\./)
  expect(await herald('--package', 'ui', '--bump')).toMatchObject({ exitCode: 1, stderr: refusal })

  await Bun.write(join(repo, '.herald.toml'), 'manifest = "link.json"\n')
  await symlink(outside, join(repo, 'packages/ui/link.json'))
  const link = expect.stringContaining('link.json is outside of the repository.')
  expect(await herald('--package', 'ui', '--bump')).toMatchObject({ exitCode: 1, stderr: link })
  expect(await Bun.file(outside).text()).toBe(manifest('outside', '1.0.0'))

  await rm(join(repo, 'packages/ui/CHANGELOG.md'), { force: true })
  await symlink(join(repo, '..', 'notes'), join(repo, 'packages/ui/CHANGELOG.md'))
  await symlink(join(repo, '..'), join(repo, 'packages/api/docs'))
  for (const file of ['CHANGELOG.md', 'docs/NEW.md']) {
    const { exitCode, stderr } = await herald('--packages', '--prepend', file)
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('is outside of the repository.')])
  }
})
