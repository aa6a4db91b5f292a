import { expect, test } from 'bun:test'
import { readFailures } from './support/failures.ts'

// The lines that the check repeats at its end.

const output = `
test/a.test.ts:
(pass) sound [0.02ms]
(fail) slow [1000.99ms]
  ^ this test timed out after 1000ms.

test/b.test.ts:
(pass) sound too [0.03ms]
3 | expect(1).toBe(2)
error: expect(received).toBe(expected)

Expected: 2
      at <anonymous> (test/b.test.ts:3:11)
(fail) group > wrong [0.24ms]

test/a.test.ts:
(skip) left out
error: many
lines
(fail) last [3.00ms]

 2 pass
 3 fail
Ran 5 tests across 2 files. [1.02s]
(fail) group > wrong [0.24ms]
`

test('each failure is listed once, with its file and its output', () => {
  expect(readFailures(output)).toEqual([
    'test/a.test.ts\n(fail) slow [1000.99ms]\n  ^ this test timed out after 1000ms.',
    [
      'test/b.test.ts',
      '(fail) group > wrong [0.24ms]',
      '3 | expect(1).toBe(2)',
      'error: expect(received).toBe(expected)',
      '',
      'Expected: 2',
      '      at <anonymous> (test/b.test.ts:3:11)',
    ].join('\n'),
    'test/a.test.ts\n(fail) last [3.00ms]\nerror: many\nlines',
  ])
})

test('there are none if all tests pass', () => {
  expect(readFailures('test/a.test.ts:\n(pass) sound\n\n 1 pass\n 0 fail\n')).toEqual([])
})
