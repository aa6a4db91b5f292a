import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { $ } from 'bun'
import { readGitActivity } from '../../src/codehost/git.ts'
import { explainStart } from '../../src/codehost/git-range.ts'
import { readVersionCommits, readVersionOf } from '../../src/codehost/version-commits.ts'
import { createRepository, gitEnvironment } from '../support/git.ts'

const env = gitEnvironment()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'herald-versions-'))
})
afterAll(() => rm(folder, { recursive: true }))

let count = 0
async function repository() {
  const path = join(folder, `courier-${count++}`)
  await createRepository(path)
  const commit = async (message: string, files: Record<string, string> = {}) => {
    for (const [name, text] of Object.entries(files)) await Bun.write(join(path, name), text)
    await $`git -C ${path} add --all`.env(env)
    await $`git -C ${path} commit --quiet --allow-empty --message ${message}`.env(env)
    return (await $`git -C ${path} rev-parse HEAD`.env(env).text()).trim()
  }
  return { path, commit }
}

const manifest = (version: string) => JSON.stringify({ name: 'courier', version }, null, 2)

describe('the version of a file', () => {
  test.each([
    ['package.json', manifest('1.2.0'), '1.2.0'],
    ['composer.json', '{"name": "acme/courier", "version": "v2.0.1"}', '2.0.1'],
    [
      'Cargo.toml',
      '[package]\nname = "courier"\nversion = "0.3.0"\n\n[dependencies]\nserde = "1.0"',
      '0.3.0',
    ],
    ['Cargo.toml', '[workspace.package]\nversion = "0.4.0"', '0.4.0'],
    ['pyproject.toml', '[project]\nname = "courier"\nversion = "1.0.0rc1"', '1.0.0rc1'],
    ['pyproject.toml', '[tool.poetry]\nversion = "1.1.0"', '1.1.0'],
    ['courier.gemspec', 'Gem::Specification.new do |spec|\n  spec.version = "3.1.4"\nend', '3.1.4'],
    ['VERSION', 'v1.9.0\n', '1.9.0'],
    ['CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## [1.5.0] - 2026-11-21\n\n## 1.4.0', '1.5.0'],
    ['package.json', '{"name": "courier"}', null],
    ['package.json', '{"version": ', null],
    ['Cargo.toml', '[package]\nversion.workspace = true', null],
    ['VERSION', 'unknown', null],
  ])('%s: %p is %p', (file, text, version) => {
    expect(readVersionOf(file, text)).toBe(version)
  })
})

describe('in a history without tags', () => {
  test('a changelog starts after the commit that set the last version', async () => {
    const { path, commit } = await repository()
    await commit('Initial commit', { 'package.json': manifest('0.9.0') })
    await commit('feat: add exports')
    const released = await commit('chore: release 1.0.0', { 'package.json': manifest('1.0.0') })
    await commit('feat: add imports')
    expect(await readVersionCommits(path, 'HEAD')).toEqual([
      { version: '1.0.0', sha: released, file: 'package.json' },
    ])
    const { activity, untagged } = await readGitActivity({ path })
    expect(activity.commits.map(({ message }) => message.trim())).toEqual(['feat: add imports'])
    expect(untagged).toBe(
      `There is no tag, so this starts after version 1.0.0 (package.json, commit ${released.slice(0, 7)})`,
    )
    expect(await explainStart(path)).toBe(untagged)
  })

  test('the commit that brings a version to the top of CHANGELOG.md sets it', async () => {
    const { path, commit } = await repository()
    await commit('feat: add exports', { 'package.json': manifest('0.1.0') })
    const released = await commit('docs: describe 0.1.0', {
      'CHANGELOG.md': '# Changelog\n\n## 0.1.0 - 2026-11-21\n\n- Exports.\n',
    })
    await commit('docs: correct the entry', {
      'CHANGELOG.md': '# Changelog\n\n## 0.1.0 - 2026-11-21\n\n- Exports as CSV.\n',
    })
    expect(await readVersionCommits(path, 'HEAD')).toEqual([
      { version: '0.1.0', sha: released, file: 'CHANGELOG.md' },
    ])
  })

  test('with nothing to report since then, the last version itself is reported', async () => {
    const { path, commit } = await repository()
    await commit('Initial commit', { VERSION: '0.9.0' })
    const first = await commit('chore: release 1.0.0', { VERSION: '1.0.0' })
    await commit('feat: add exports')
    const second = await commit('chore: release 1.1.0', { VERSION: '1.1.0' })
    await commit('chore: tidy')
    const { activity } = await readGitActivity({ path })
    expect([activity.from, activity.to]).toEqual([first, second])
    const { activity: unreleased } = await readGitActivity({ path, unreleased: true })
    expect(unreleased.from).toBe(second)
  })

  test('a commit is explained in the version that contains it', async () => {
    const { path, commit } = await repository()
    await commit('Initial commit', { VERSION: '0.9.0' })
    const first = await commit('chore: release 1.0.0', { VERSION: '1.0.0' })
    const about = await commit('feat: add exports')
    const second = await commit('chore: release 1.1.0', { VERSION: '1.1.0' })
    await commit('feat: add imports')
    await commit('chore: release 1.2.0', { VERSION: '1.2.0' })
    const { activity } = await readGitActivity({ path, about })
    expect([activity.from, activity.to]).toEqual([first, second])
  })

  test('a version that only a dependency or a script has is ignored', async () => {
    const { path, commit } = await repository()
    const cargo = (serde: string) =>
      `[package]\nversion = "1.0.0"\n[dependencies.serde]\nversion = "${serde}"`
    await commit('Initial commit', { 'Cargo.toml': cargo('1.0.1') })
    await commit('chore: update serde', { 'Cargo.toml': cargo('1.0.2') })
    expect(await readVersionCommits(path, 'HEAD')).toEqual([])
  })
})

test('tags take precedence over commits that set a version', async () => {
  const { path, commit } = await repository()
  await commit('Initial commit', { VERSION: '0.9.0' })
  await $`git -C ${path} tag v0.9.0`.env(env)
  await commit('chore: release 1.0.0', { VERSION: '1.0.0' })
  await commit('feat: add exports')
  const { activity, untagged } = await readGitActivity({ path })
  expect([activity.from, untagged]).toEqual(['v0.9.0', null])
})
