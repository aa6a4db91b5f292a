import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { createRandom } from '../chaos/random.ts'
import { command } from '../support/command.ts'
import { cleanUp, type Settings, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

let home: string
let settings: Settings
let saved: string
beforeAll(async () => {
  home = temporaryFolder()
  settings = { DATA_DIR: join(home, 'data') }
  await command(['migrate'], settings)
  await command(['org', 'create', '--slug', 'acme', '--name', 'Acme'], settings)
  saved = join(home, 'saved.db.zst')
  expect((await command(['backup', saved, '--zstd'], settings)).stderr).toBe('')
})

describe('herald backup --zstd', () => {
  test('writes a private zstd file of an SQLite database, and nothing else', () => {
    expect(zstdDecompressSync(readFileSync(saved)).toString('latin1', 0, 15)).toBe('SQLite format 3')
    expect((statSync(saved).mode & 0o777).toString(8)).toBe('600')
    expect(readdirSync(home).sort()).toEqual(['data', 'saved.db.zst'])
  })

  test('is checked and restored like another backup, and is replaced by the next one', async () => {
    expect((await command(['backup', 'check', saved], settings)).stdout).toStartWith(
      `The backup is good: ${saved} (`,
    )
    const target = join(home, 'restored')
    expect((await command(['restore', saved, '--yes'], { DATA_DIR: target })).stderr).toBe('')
    using database = new Database(join(target, 'herald.db'), { readonly: true })
    expect(database.query('select slug from organizations').values()).toEqual([['acme']])
    expect((await command(['backup', saved, '--zstd'], settings)).stderr).toBe('')
  })

  test('is named, listed and deleted by its time in a folder', async () => {
    const folder = join(home, 'nightly')
    mkdirSync(folder)
    copyFileSync(saved, join(folder, 'herald-2020-01-01T00-00-00Z.db.zst'))
    const { stdout } = await command(['backup', folder, '--zstd', '--keep', '1d', '--json'], settings)
    const { file, removed } = JSON.parse(stdout)
    expect(removed).toEqual(['herald-2020-01-01T00-00-00Z.db.zst'])
    expect(file).toEndWith('Z.db.zst')
    const listed = JSON.parse((await command(['backup', 'list', folder, '--json'], settings)).stdout)
    expect(listed.map((each: { file: string }) => each.file)).toEqual([file])
  })

  test('refuses a file cut or changed at any place, unless its content is the same, and replaces no other zstd file', async () => {
    const random = createRandom(28)
    const bytes = readFileSync(saved)
    const broken = join(home, 'broken.db.zst')
    for (let round = 0; round < 12; round++) {
      const at = Math.floor(random.between(4, bytes.length))
      const changed = Buffer.from(round % 3 === 0 ? bytes.subarray(0, at) : bytes)
      if (round % 3 !== 0) changed[at] = (changed[at] ?? 0) ^ (1 << (round % 8))
      writeFileSync(broken, changed)
      const { exitCode, stdout } = await command(['backup', 'check', broken], settings)
      // A bit that zstd does not use changes nothing.
      const isSame = exitCode === 0 && zstdDecompressSync(changed).equals(zstdDecompressSync(bytes))
      if (!isSame) expect([at, exitCode, stdout]).toEqual([at, 1, ''])
    }
    writeFileSync(broken, zstdCompressSync(Buffer.from('mine')))
    expect((await command(['backup', broken, '--zstd'], settings)).stderr).toBe(
      `herald: ${broken} exists and is not a backup of Herald. Choose another name.\n`,
    )
  })
})
