import { expect, test } from 'bun:test'
import { join } from 'node:path'
import packages from '../package.json'

const root = join(import.meta.dir, '..')
const read = (path: string) => Bun.file(join(root, path)).text()

test('versions are exact, so that two installations are the same', () => {
  for (const [name, version] of Object.entries({ ...packages.dependencies, ...packages.devDependencies }))
    expect([name, version]).toEqual([
      name,
      expect.stringMatching(/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/),
    ])
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
