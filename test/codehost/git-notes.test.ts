import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { $ } from 'bun'
import { readGitActivity } from '../../src/codehost/git.ts'
import { createRepository, gitEnvironment } from '../support/git.ts'

const env = gitEnvironment()
let repo: string

beforeAll(async () => {
  repo = await mkdtemp(join(tmpdir(), 'herald-notes-'))
  await createRepository(repo)
})
afterAll(() => rm(repo, { recursive: true }))

async function commit(message: string, files: Record<string, string | null>): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(repo, path)), { recursive: true })
    if (text === null) await rm(join(repo, path))
    else await Bun.write(join(repo, path), text)
  }
  await $`git -C ${repo} add --all`.env(env)
  await $`git -C ${repo} commit --quiet --message ${message}`.env(env)
  return (await $`git -C ${repo} rev-parse HEAD`.env(env).text()).trim()
}

test("maintainers' notes in a range are read from git objects alone, with the commit that wrote them", async () => {
  const old = '# Changes\n\n## 1.0.0\n\n### Fixed\n\n- An old crash\n'
  await commit('Start', { 'CHANGELOG.md': old, 'a.ts': '1' })
  await $`git -C ${repo} tag v1.0.0`.env(env)
  const changeset = await commit('Themes', {
    '.changeset/one.md': '---\n"acme": minor\n---\n\nAdd themes\n',
    'a.ts': '2',
  })
  const fragment = await commit('Tabs', { 'newsfragments/7.bugfix.md': 'Keep tabs.\n', 'a.ts': '3' })
  const listed = await commit('Tables', {
    'CHANGELOG.md': old.replace('## 1.0.0', '## Unreleased\n\n### Added\n\n- Sort tables (#9)\n\n## 1.0.0'),
    'a.ts': '4',
  })
  await commit('Mend the notes', {
    'CHANGELOG.md': (await Bun.file(join(repo, 'CHANGELOG.md')).text()).replace('An old crash', 'A crash'),
  })
  await commit('Version packages', { '.changeset/one.md': null, 'package.json': '{"name":"acme"}' })

  const { activity } = await readGitActivity({ path: repo, from: 'v1.0.0' })
  const brief = activity.notes?.map(({ text, section, numbers, writtenBy }) => ({
    text,
    section,
    numbers,
    writtenBy,
  }))
  expect(brief?.toSorted((one, other) => one.text.localeCompare(other.text))).toEqual([
    { text: 'Add themes', section: 'changeset minor', numbers: [], writtenBy: changeset },
    { text: 'Keep tabs.', section: 'bugfix', numbers: [7], writtenBy: fragment },
    { text: 'Sort tables', section: 'Added', numbers: [9], writtenBy: listed },
  ])
})

test("the product's name is spelled as in its README", async () => {
  await commit('Name it', { 'README.md': '# Acme App\n\nText.', 'package.json': '{"name":"acme-app"}' })
  expect((await readGitActivity({ path: repo })).name).toBe('Acme App')
})

test('without options, the last version is shown if there are no newer listed changes', async () => {
  await $`git -C ${repo} tag v1.1.0`.env(env)
  await commit('chore: tidy', { 'a.ts': '5' })
  const { activity } = await readGitActivity({ path: repo })
  expect([activity.from, activity.to]).toEqual(['v1.0.0', 'v1.1.0'])
  await commit('feat: add exports', { 'a.ts': '6' })
  expect((await readGitActivity({ path: repo })).activity.from).toBe('v1.1.0')
})

test('contributors without an earlier commit are new', async () => {
  await $`git -C ${repo} commit --quiet --allow-empty --author ${'Bo <bo@example.com>'} --message ${'fix: keep tabs'}`.env(
    env,
  )
  expect((await readGitActivity({ path: repo, newcomers: true })).activity.newcomers).toEqual(['Bo'])
})

test('of a folder with very many notes only that folder is read', async () => {
  await $`git -C ${repo} tag v2.0.0`.env(env)
  const notes = Array.from({ length: 450 }, (_, at) => [
    `newsfragments/${at + 1000}.bugfix.md`,
    `Keep row ${at}.`,
  ])
  await commit('Keep rows', {
    ...Object.fromEntries(notes),
    'data/rows.txt': '+++ b/newsfragments/1.bugfix.md',
  })
  using spawn = spyOn(Bun, 'spawn')
  const { activity } = await readGitActivity({ path: repo, from: 'v2.0.0' })
  expect(activity.notes).toHaveLength(450)
  const commands = spawn.mock.calls.map(([command]) => command as string[])
  const [read] = commands.filter((command) => command.includes('diff-tree'))
  expect(read?.slice(read.indexOf('--'))).toEqual(['--', ':(literal)newsfragments/'])
})
