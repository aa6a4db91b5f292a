import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppError } from '../../src/errors.ts'
import { maxStreamsOf, readOpenFileLimit, warnOfFewFiles } from '../../src/http/open-files.ts'
import { reserveStream } from '../../src/http/stream-limit.ts'
import { createShare } from '../../src/input-budget.ts'

test('the limit of open files is the soft limit of the process; null if the system does not report it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'herald-limits-'))
  const path = join(folder, 'limits')
  writeFileSync(
    path,
    'Limit    Soft Limit   Hard Limit   Units\nMax open files            256                  4096                 files\n',
  )
  expect(readOpenFileLimit(path)).toBe(256)
  writeFileSync(path, 'Max open files            unlimited            unlimited            files\n')
  expect(readOpenFileLimit(path)).toBeNull()
  expect(readOpenFileLimit(join(folder, 'none'))).toBeNull()
  rmSync(folder, { recursive: true })
})

test('a limit under 1,024 is warned of', () => {
  const warnings: unknown[] = []
  const log = { warn: (...said: unknown[]) => void warnings.push(said) }
  for (const limit of [1024, null, 256]) warnOfFewFiles(log, limit)
  expect(warnings).toEqual([
    [
      'This process may have only 256 files and connections open. Raise the limit to 1024 or more (ulimit -n, LimitNOFILE).',
    ],
  ])
})

test('half of the open files may be streams', () => {
  expect([128, 1024, 1, null].map(maxStreamsOf)).toEqual([64, 512, 1, 512])
})

test('a stream beyond the limit is refused until another ends', () => {
  const streamShare = createShare(1, 0)
  const first = reserveStream({ streamShare })
  let refusal: AppError | null = null
  try {
    reserveStream({ streamShare })
  } catch (error) {
    refusal = error as AppError
  }
  expect([refusal?.status, refusal?.message, refusal?.extra.headers]).toEqual([
    503,
    'The server has reached its limit of 1 open streams. Try again in a moment.',
    { 'Retry-After': '5' },
  ])
  first[Symbol.dispose]()
  reserveStream({ streamShare })
})
