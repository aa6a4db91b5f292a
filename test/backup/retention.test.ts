import { describe, expect, test } from 'bun:test'
import { nameAt } from '../../src/backup/name.ts'
import { findExpired, readRetention } from '../../src/backup/retention.ts'

const dayMilliseconds = 24 * 60 * 60 * 1000
const newest = Date.UTC(2026, 10, 25, 3)
/** One backup each night, newest first. */
const nightly = Array.from({ length: 400 }, (_, day) => nameAt(new Date(newest - day * dayMilliseconds)))

describe('a retention', () => {
  test('keeps the newest backup of each day, week and month', () => {
    const expired = new Set(findExpired(nightly, { days: 3, weeks: 2, months: 3 }))
    expect(nightly.filter((name) => !expired.has(name))).toEqual([
      'herald-2026-11-25T03-00-00Z.db',
      'herald-2026-11-24T03-00-00Z.db',
      'herald-2026-11-23T03-00-00Z.db',
      // The Sunday that ended the week before.
      'herald-2026-11-22T03-00-00Z.db',
      'herald-2026-10-31T03-00-00Z.db',
      'herald-2026-09-30T03-00-00Z.db',
    ])
  })

  test('keeps the newest of several backups of a day', () => {
    const names = [1, 2, 3].map((hour) => nameAt(new Date(newest + hour * 60 * 60 * 1000)))
    expect(findExpired(names, { days: 1, weeks: 0, months: 0 })).toEqual([names[1] ?? '', names[0] ?? ''])
  })

  test('never deletes the newest backup, nor a file with another name', () => {
    const names = ['notes.db', 'herald.db', nightly[0] ?? '', nightly[1] ?? '']
    expect(findExpired(names, { days: 0, weeks: 0, months: 0 })).toEqual([nightly[1] ?? ''])
  })

  test('is written as numbers of days, weeks and months', () => {
    expect(readRetention('7d,4w,12m')).toEqual({ days: 7, weeks: 4, months: 12 })
    expect(readRetention('30d')).toEqual({ days: 30, weeks: 0, months: 0 })
    for (const wrong of ['', '7', '0d', 'd', '7d,', '7y', '-1d'])
      expect([wrong, readRetention(wrong)]).toEqual([wrong, undefined])
  })
})
