import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { variables } from '../src/config.ts'
import { roles } from '../src/features/members/table.ts'

const text = await Bun.file(join(import.meta.dir, '../SECURITY.md')).text()

test('the table of SECURITY.md describes the operator, every role, keys, anonymous clients and models', () => {
  const [, table = ''] = text.split('| who | can | cannot |\n|-|-|-|\n')
  const rows = (table.split('\n\n')[0] ?? '').split('\n').map((row) => row.split(' | '))
  expect(rows.map(([who]) => who?.replace('| ', ''))).toEqual([
    'operator',
    ...roles,
    'API key',
    'anonymous client',
    'model',
  ])
  for (const cells of rows) expect(cells).toHaveLength(3)
})

test('SECURITY.md names no variable that does not exist', () => {
  const named = [...text.matchAll(/`([A-Z]+(?:_[A-Z]+)+|ORGANIZATIONS)\b[^`]*`/g)].map(
    ([, name]) => name ?? '',
  )
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((name) => !Object.hasOwn(variables, name))).toEqual([])
})

test('SECURITY.md is one page', () => {
  expect(text.split(/\s+/).length).toBeLessThan(1000)
})
