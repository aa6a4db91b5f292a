import { expect, test } from 'bun:test'
import { readCsv } from '../../src/text/csv.ts'

test('a row has values by column name, and the line on which it begins', () => {
  const { rows, issues } = readCsv('\uFEFFPrompt , Enabled\n"a ""b""\nc",yes\n\nd\n', ['prompt'])
  expect(issues).toEqual([])
  expect(rows).toEqual([
    { line: 2, values: { prompt: 'a "b"\nc', enabled: 'yes' } },
    { line: 5, values: { prompt: 'd', enabled: '' } },
  ])
})

test.each([
  ['semicolons', 'prompt;enabled\na, b;no\n'],
  ['tabs', 'prompt\tenabled\na, b\tno\n'],
  ['commas', 'prompt,enabled\n"a, b",no\n'],
  ['lines as Windows ends them', 'prompt,enabled\r\n"a, b",no\r\n'],
])('columns are separated by %s', (_, text) => {
  expect(readCsv(text, ['prompt']).rows).toEqual([{ line: 2, values: { prompt: 'a, b', enabled: 'no' } }])
})

test.each([
  ['', 1, 'The file is empty.'],
  ['\n \n', 1, 'The file is empty.'],
  ['enabled\nyes\n', 1, 'The column "prompt" is missing.'],
  ['prompt\n"a\nb\n', 3, 'A quote before this line is not closed.'],
])('%j has no rows and says why', (text, line, message) => {
  expect(readCsv(text, ['prompt'])).toEqual({ rows: [], issues: [{ line, message }] })
})

test('extra values are ignored', () => {
  expect(readCsv('prompt\na,b\n', ['prompt']).rows).toEqual([{ line: 2, values: { prompt: 'a' } }])
})

test('a file with more than 100 columns is refused, and at most 5,000 rows are read', () => {
  // Every row would have a value for each of the columns.
  expect(readCsv(`prompt,${'a,'.repeat(50_000)}\n${'x\n'.repeat(400_000)}`, ['prompt'])).toEqual({
    rows: [],
    issues: [{ line: 1, message: 'The file has more than 100 columns.' }],
  })
  const { rows, issues } = readCsv(`prompt\n${'a\n'.repeat(500_000)}`, ['prompt'])
  expect(rows).toHaveLength(5_000)
  expect(issues).toEqual([{ line: 5_002, message: 'Only the first 5,000 rows are read.' }])
})
