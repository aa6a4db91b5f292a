import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compress, openPlain } from '../../src/backup/compress.ts'
import { encrypt } from '../../src/backup/encrypt.ts'
import { createRandom } from '../chaos/random.ts'
import { command } from '../support/command.ts'
import { cleanUp, type Settings, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

let home: string
let settings: Settings
let saved: string
let passphraseFile: string
beforeAll(async () => {
  home = temporaryFolder()
  settings = { DATA_DIR: join(home, 'data') }
  passphraseFile = join(home, 'passphrase')
  writeFileSync(passphraseFile, 'correct horse battery\n')
  await command(['migrate'], settings)
  await command(['org', 'create', '--slug', 'acme', '--name', 'Acme'], settings)
  saved = join(home, 'saved.db.zst.age')
  const { stderr } = await command(['backup', saved, '--passphrase-file', passphraseFile], settings)
  expect(stderr).toBe('')
})

describe('herald backup --passphrase-file', () => {
  test('writes a private file in the age format, from which the passphrase restores every row', async () => {
    expect(readFileSync(saved, 'latin1')).toStartWith('age-encryption.org/v1\n-> scrypt ')
    expect((statSync(saved).mode & 0o777).toString(8)).toBe('600')
    expect(readdirSync(home).sort()).toEqual(['data', 'passphrase', 'saved.db.zst.age'])
    const target = join(home, 'restored')
    const { exitCode, stderr } = await command(
      ['restore', saved, '--yes', '--passphrase-file', passphraseFile],
      { DATA_DIR: target },
    )
    expect([exitCode, stderr]).toEqual([0, ''])
    using database = new Database(join(target, 'herald.db'), { readonly: true })
    expect(database.query('select slug from organizations').values()).toEqual([['acme']])
  })

  test('needs the passphrase to be read, and the right one', async () => {
    expect((await command(['backup', 'check', saved], settings)).stderr).toBe(
      `herald: ${saved} is encrypted: add --passphrase-file F.\n`,
    )
    const wrong = join(home, 'wrong')
    writeFileSync(wrong, 'guess')
    const { exitCode, stderr } = await command(
      ['backup', 'check', saved, '--passphrase-file', wrong],
      settings,
    )
    expect([exitCode, stderr]).toEqual([
      1,
      `herald: ${saved} cannot be decrypted: the passphrase is wrong, or the file is damaged.\n`,
    ])
    expect((await command(['backup', saved, '--passphrase-file', '/nowhere'], settings)).stderr).toBe(
      'herald: --passphrase-file cannot be read: there is no file /nowhere.\n',
    )
  })

  test('refuses a file that is cut or changed at any place', async () => {
    const random = createRandom(29)
    const [plain, compressed, encrypted] = ['plain', 'plain.zst', 'plain.zst.age'].map((name) =>
      join(home, name),
    )
    if (!plain || !compressed || !encrypted) throw new Error('There are three files.')
    writeFileSync(plain, crypto.getRandomValues(new Uint8Array(60_000)))
    await compress(plain, compressed)
    await encrypt(compressed, encrypted, 'x', 2)
    using opened = await openPlain(encrypted, 'x')
    expect(readFileSync(opened.file).equals(readFileSync(plain))).toBe(true)
    const bytes = readFileSync(encrypted)
    for (let round = 0; round < 20; round++) {
      const at = Math.floor(random.between(30, bytes.length))
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      writeFileSync(encrypted, changed)
      if (round % 2 === 0) truncateSync(encrypted, at)
      await expect(openPlain(encrypted, 'x')).rejects.toThrow('cannot be decrypted')
    }
  })
})
