import { expect, test } from 'bun:test'
import type { Bucket, Window } from '../../src/http/buckets.ts'
import { buckets } from '../../src/http/buckets.ts'
import { callers } from '../../src/http/openapi/operation.ts'
import { readPage } from '../support/manual.ts'

const spans: [seconds: number, name: string][] = [
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
]

function describeWindow({ limit, seconds }: Window): string {
  const [length, name] = spans.find(([length]) => seconds % length === 0) ?? [1, 'second']
  const count = seconds / length
  return `${limit} in ${count} ${name}${count === 1 ? '' : 's'}`
}

const describe = ({ name, per, windows }: Bucket) => [
  `\`${name}\``,
  windows.map(describeWindow).join(', '),
  callers[per],
]

test('the page on limits lists every bucket with its numbers', async () => {
  const [, table = ''] = (await readPage('docs/operations/limits.md')).split('<!-- buckets')
  const rows = [...table.matchAll(/^\| (`[^|]+`) \| ([^|]+) \| ([^|]+) \|/gm)].map(([, ...cells]) =>
    cells.map((cell) => cell.trim()),
  )
  expect(rows).toEqual(Object.values(buckets).map(describe))
})

test('no two buckets have the same name', () => {
  const names = Object.values(buckets).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
