import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import packages from '../package.json'
import { temporaryFolder } from './support/process.ts'

const root = join(import.meta.dir, '..')
const read = (path: string) => Bun.file(join(root, path)).text()

test('versions are exact, so that two installations are the same', () => {
  for (const [name, version] of Object.entries({ ...packages.dependencies, ...packages.devDependencies }))
    expect([name, version]).toEqual([
      name,
      expect.stringMatching(/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/),
    ])
})

test('the first installation says that it takes time, and later ones say nothing', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'package.json'), '{"dependencies":{"a":"file:./a"}}')
  mkdirSync(join(folder, 'a'))
  writeFileSync(join(folder, 'a/package.json'), '{"name":"a","version":"1.0.0"}')
  Bun.spawnSync([process.execPath, 'install', '--silent'], { cwd: folder })
  rmSync(join(folder, 'node_modules'), { recursive: true })
  const install = () => {
    const { stderr, exitCode } = Bun.spawnSync([process.execPath, join(root, 'tools/install.ts')], {
      cwd: folder,
    })
    return [exitCode, stderr.toString()]
  }
  expect(install()).toEqual([0, 'Installing packages. The first time, this takes a few minutes.\n'])
  expect(existsSync(join(folder, 'node_modules/a'))).toBe(true)
  expect(install()).toEqual([0, ''])
})

test("no third-party install script runs, not even those on Bun's own list", () => {
  expect(packages.trustedDependencies).toEqual([])
})

test('one version of Bun checks, types and builds', async () => {
  const version = packages.devDependencies['bun-types']
  for (const [file, pattern] of [
    ['Dockerfile', /^FROM oven\/bun:(\S+) AS build$/m],
    ['.ci/run', /bun@(\S+) run check/],
    ['README.md', /npx --yes bun@(\S+) run check/],
  ] as const)
    expect([file, pattern.exec(await read(file))?.[1]]).toEqual([file, version])
  expect(Bun.version).toBe(version)
})
