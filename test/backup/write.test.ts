import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeBackup } from '../../src/backup/write.ts'

test('a copy that fails at once is reported in one sentence, and leaves no file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'herald-test-backup-'))
  const to = join(folder, 'backup.db')
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  const from = { copy: () => Promise.reject(full), bytes: () => 0 }
  const kept = { key: null, includesKey: false, isCompressed: false, passphrase: null, at: new Date() }
  await expect(writeBackup({ from, to, ...kept })).rejects.toThrow(
    `The backup could not be written to ${to}: the disk is full.`,
  )
  expect([existsSync(to), readdirSync(folder)]).toEqual([false, []])
  rmSync(folder, { recursive: true })
})
