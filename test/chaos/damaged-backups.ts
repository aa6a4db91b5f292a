// bun test/chaos/damaged-backups.ts [--damages 500]: cuts a backup, or flips one bit of it, at that many places, and
// prints each that "herald backup check" accepts. Compressed and encrypted backups get the same damages; a damaged one
// that still decompresses to the same bytes is intact.
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openPlain } from '../../src/backup/compress.ts'
import { command } from '../support/command.ts'
import { createEarlier } from '../support/earlier-database.ts'
import { cleanUp, temporaryFolder } from '../support/process.ts'
import { createRandom, seed } from './random.ts'

const { values } = parseArgs({ options: { damages: { type: 'string', default: '500' } } })
const damages = Number(values.damages)
const folder = temporaryFolder()
const settings = { DATA_DIR: folder, SECRET_KEY: 'a key that is long enough for a test' }
const passphrase = join(folder, 'passphrase')
writeFileSync(passphrase, 'a passphrase that is long enough\n', { mode: 0o600 })
const encrypted = ['--passphrase-file', passphrase]
createEarlier(join(folder, 'herald.db'), { next: '0030', posts: 400 })

let faults = 0
faults += await damage('saved.db', [], [])
faults += await damage('saved.db.zst', ['--zstd'], [])
faults += await damage('saved.db.zst.age', encrypted, encrypted)
await cleanUp()
process.exit(faults === 0 ? 0 : 1)

/** Damages a backup written with some options; returns how many damaged files were accepted. */
async function damage(name: string, writing: string[], reading: string[]): Promise<number> {
  const file = join(folder, name)
  await requireCode(0, ['backup', file, ...writing])
  await requireCode(0, ['backup', 'check', file, ...reading])
  const bytes = readFileSync(file)
  const broken = join(folder, `broken-${name}`)
  const random = createRandom(seed)
  const plain = await readPlain(file, reading)
  let [accepted, intact] = [0, 0]
  for (let round = 0; round < damages; round++) {
    const at = Math.floor(random.between(0, bytes.length))
    const flipped = Buffer.from(bytes)
    const isCut = round % 4 === 0
    if (!isCut) flipped[at] = (flipped[at] ?? 0) ^ (1 << (round % 8))
    writeFileSync(broken, flipped)
    if (isCut) truncateSync(broken, at)
    const { exitCode } = await command(['backup', 'check', broken, ...reading], settings)
    if (exitCode !== 0) continue
    if (!isCut && (await readPlain(broken, reading)).equals(plain)) {
      intact++
      continue
    }
    accepted++
    console.error(`${name} ${isCut ? 'cut' : 'with one flipped bit'} at ${at} is accepted (seed ${seed}).`)
  }
  console.log(
    `${name}, ${bytes.length} bytes: ${damages - accepted - intact} of ${damages} damages refused, ${intact} intact`,
  )
  return accepted
}

async function readPlain(file: string, reading: string[]): Promise<Buffer> {
  using plain = await openPlain(file, reading.length > 0 ? readFileSync(passphrase, 'utf8').trim() : null)
  return readFileSync(plain.file)
}

async function requireCode(code: number, args: string[]): Promise<void> {
  const { exitCode, stderr } = await command(args, settings)
  if (exitCode !== code) throw new Error(stderr)
}
