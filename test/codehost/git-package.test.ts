import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { $ } from 'bun'
import { draftChangelog } from '../../src/changelog/draft.ts'
import { toLedger } from '../../src/changelog/ledger.ts'
import { readGitActivity } from '../../src/codehost/git.ts'
import { createRepository, gitEnvironment } from '../support/git.ts'

const env = gitEnvironment()
let repo: string
let day = 0

async function write(path: string, message: string) {
  const date = `2026-11-${String(++day).padStart(2, '0')}T10:00:00Z`
  await Bun.write(join(repo, path), `${day}`)
  await $`git -C ${repo} add --all`.env(env)
  await $`git -C ${repo} commit --quiet --message ${message}`.env(gitEnvironment(date))
}

const tag = (name: string) => $`git -C ${repo} tag ${name}`.env(env)

beforeAll(async () => {
  repo = await mkdtemp(join(tmpdir(), 'herald-package-'))
  await createRepository(repo)
  await write('packages/ui/package.json', 'feat: add buttons')
  await tag('@acme/ui@1.0.0')
  await write('packages/ui/menu.ts', 'feat: add a menu')
  await write('packages/api/package.json', 'feat: add routes')
  await write('apps/api/package.json', 'feat: add an app')
  await tag('@acme/api@2.0.0')
})
afterAll(() => rm(repo, { recursive: true }))

test.each(['ui', '@acme/ui', 'packages/ui/'])(
  'a changelog of the package %s has only what touches it, since its own last tag',
  async (name) => {
    const { activity, lastVersion } = await readGitActivity({ path: repo, package: name })
    const ledger = toLedger(draftChangelog([activity]).placed)
    expect([activity.from, activity.to, lastVersion]).toEqual(['@acme/ui@1.0.0', 'HEAD', '@acme/ui@1.0.0'])
    expect(ledger.map(({ title }) => title)).toEqual(['Add a menu'])
  },
)

test('a package that is not there, or whose name two folders have, is refused', async () => {
  const read = (name: string) => readGitActivity({ path: repo, package: name })
  await expect(read('web')).rejects.toThrow('There is no package web in ')
  await expect(read('api')).rejects.toThrow(
    'Several folders are named api: apps/api, packages/api. Name one of them.',
  )
  expect((await read('packages/api')).name).toBe('api')
})
