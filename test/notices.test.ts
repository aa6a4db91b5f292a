import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { findShippedPackages, writeNotices } from '../notices.ts'
import { license } from '../package.json'

const root = join(import.meta.dir, '..')
const shipped = await findShippedPackages()

test('NOTICES.txt equals the output of "bun run notices"', async () => {
  expect(shipped.length).toBeGreaterThan(50)
  expect(await Bun.file(join(root, 'NOTICES.txt')).text()).toBe(writeNotices(shipped))
})

test('every license allows distribution of the package in a program under MIT', () => {
  const allowed = [
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'ISC',
    'MIT',
    'MIT-0',
    'MPL-2.0',
    'OFL-1.1',
    'Unlicense',
  ]
  const others = shipped.filter((each) => !allowed.includes(each.license))
  expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
})

test('the license is the one that package.json names', async () => {
  expect(license).toBe('MIT')
  expect(await Bun.file(join(root, 'LICENSE')).text()).toStartWith('MIT License\n')
})
