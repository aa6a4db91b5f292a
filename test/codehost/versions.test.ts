import { describe, expect, test } from 'bun:test'
import { predecessorsOf, readVersion } from '../../src/codehost/versions.ts'

test.each([
  ['v8.2.2', '', [8, 2, 2], null],
  ['1.0', '', [1, 0], null],
  ['pkg@1.2.0', 'pkg', [1, 2, 0], null],
  ['@Acme/App@2.0.0-rc.1', '@acme/app', [2, 0, 0], '-rc.1'],
  ['app/v3', 'app', [3], null],
  ['release-2026.01', 'release', [2026, 1], null],
  ['1.2.0b2', '', [1, 2, 0], 'b2'],
  ['v4.0.0-0', '', [4, 0, 0], '-0'],
  ['php-8.3.0RC1', 'php', [8, 3, 0], 'rc1'],
  ['1.0.0.Final', '', [1, 0, 0], null],
  ['k8s-1.2', 'k8s', [1, 2], null],
  ['pkg-2-1.0.0', 'pkg-2', [1, 0, 0], null],
  ['nightly', 'nightly', [], null],
])('%s is of the family "%s"', (tag, family, numbers, preRelease) => {
  expect(readVersion(tag)).toEqual({ family, numbers, preRelease })
})

describe('the previous release', () => {
  const releases = (...tags: string[]) => tags.map((tagName, at) => ({ tagName, at, prerelease: false }))
  function previous(tagName: string, others: ReturnType<typeof releases>, stableOnly = false) {
    return predecessorsOf({ tagName, at: 100, prerelease: false }, others, stableOnly)[0]?.tagName ?? null
  }

  test('is of the same package', () => {
    const others = releases('pkg@1.1.0', 'other@1.1.9', 'v1.1.5')
    expect(previous('pkg@1.2.0', others)).toBe('pkg@1.1.0')
    expect(previous('new@1.0.0', others)).toBeNull()
  })

  test('is of the same version line if a higher one was published in between', () => {
    const others = releases('v8.2.0', 'v8.2.1', 'v9.0.0', 'v9.1.0')
    expect(previous('v8.2.2', others)).toBe('v8.2.1')
    expect(previous('v10.0.0', others)).toBe('v9.1.0')
  })

  test('is, among releases of the same time, the one with the next lower version', () => {
    const imported = ['v1.2.0', 'v1.10.0', 'v1.9.0', 'v1.11.0'].map((tagName) => ({
      tagName,
      at: 100,
      prerelease: false,
    }))
    expect(previous('v1.10.1', imported)).toBe('v1.10.0')
    expect(previous('v1.2.0', imported)).toBeNull()
  })

  test('is never a later one, whatever its version', () => {
    expect(previous('v2.0.0', [{ tagName: 'v1.0.0', at: 200, prerelease: false }])).toBeNull()
  })

  test('of a stable one is stable if pre-releases are left out, by name or by flag', () => {
    const others = [...releases('v1.9.0', 'v2.0.0-rc.1'), { tagName: 'v1.9.5', at: 50, prerelease: true }]
    expect(previous('v2.0.0', others)).toBe('v2.0.0-rc.1')
    expect(previous('v2.0.0', others, true)).toBe('v1.9.0')
  })

  test('of a name without a version is the newest earlier one', () => {
    expect(previous('spring', releases('v1.0.0', 'winter'))).toBe('winter')
  })
})
