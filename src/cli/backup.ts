import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { isCompressed } from '../backup/compress.ts'
import { isEncrypted } from '../backup/encrypt.ts'
import { fingerprintOf, type Manifest } from '../backup/manifest.ts'
import { timeOf } from '../backup/name.ts'
import { updateRecord } from '../backup/record.ts'
import { type Retention, readRetention } from '../backup/retention.ts'
import { openBucket } from '../backup/s3.ts'
import { isBucket } from '../backup/target.ts'
import { peekManifest, verifyBackup } from '../backup/verify.ts'
import { type Config, readConfig } from '../config.ts'
import { openDatabase } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { OperatorError } from '../errors.ts'
import { changesWith, checkFirstSecret } from '../features/integrations/secret-locations.ts'
import { createSecrets, findSecretKey } from '../secrets.ts'
import {
  type Described,
  describe,
  isDirectory,
  openLocal,
  passphraseFile,
  saveToBucket,
  saveToFile,
} from './backup-target.ts'
import { defineCommand, printJson, type Terminal } from './command.ts'
import { findSource } from './database-file.ts'
import { reader } from './options.ts'

const json = { type: 'boolean', help: 'Print JSON.' } as const

const readKeep = reader<Retention>('numbers of days, weeks and months such as 7d,4w,12m', readRetention)

const backup = defineCommand({
  name: 'backup',
  summary: 'Write and check a backup of the database, even while the server runs.',
  examples: ['backup /var/backups/herald/ --keep 7d,4w,12m', 'backup herald-backup.db'],
  argument: {
    value: 'FILE|DIR|s3://BUCKET/PREFIX',
    help: 'File to write, or a folder or bucket in which the file is named by its time.',
    required: true,
  },
  options: {
    keep: {
      type: 'string',
      value: 'COUNTS',
      read: readKeep,
      help: 'Daily, weekly and monthly backups to keep in the folder or bucket, such as 7d,4w,12m. Deletes other backups that Herald named. Default: keep all.',
    },
    zstd: { type: 'boolean', help: 'Compress the backup with zstd.' },
    'passphrase-file': passphraseFile,
    'no-key': { type: 'boolean', help: 'Leave the secret key out of the backup.' },
    json,
  },
  async run(
    { keep, zstd, 'passphrase-file': passphrase = null, 'no-key': noKey, json },
    terminal,
    target = '',
  ) {
    const config = readConfig(terminal.env)
    const from = await findSource(config)
    await terminal.lowerPriority?.()
    const includesKey = config.secretKey === null && !noKey
    const isCompressed = zstd || passphrase !== null
    const key = findSecretKey(config)
    const request = { from, key, includesKey, isCompressed, passphrase, at: new Date() }
    const save = isBucket(target) ? saveToBucket : saveToFile
    const { described, manifest, removed } = await save(config, target, request, keep)
    if (json) return printJson(terminal, { ...described, removed })
    terminal.print(`Saved and checked ${sizes(described)}.`)
    if (manifest.key !== null)
      terminal.print('It contains the secret key: store it where nobody else can read it.')
    else if (manifest.fingerprint !== null)
      terminal.print('It does not contain the secret key: store that separately.')
    if (removed.length > 0) terminal.print(`Deleted ${removed.join(', ')}.`)
  },
})

const check = defineCommand({
  name: 'backup check',
  summary: 'Check that a backup is intact and restores with this version.',
  examples: ['backup check herald-backup.db', 'backup check herald-backup.db --full'],
  argument: { value: 'FILE', help: 'The backup: a file or s3://BUCKET/PREFIX/NAME.', required: true },
  options: {
    full: { type: 'boolean', help: 'Also compare every index with its table, which takes longer.' },
    'passphrase-file': passphraseFile,
    json,
  },
  async run({ full, 'passphrase-file': passphrase = null, json }, terminal, target = '') {
    const config = readConfig(terminal.env)
    using local = await openLocal(config, target, passphrase)
    const manifest = verifyBackup(local.file, { isFull: full })
    const key = keyFor(config, manifest)
    await rehearse(local.file, key)
    updateRecord(config.dataDir, { check: { at: new Date().toISOString(), target: local.address } })
    const described = { ...describe(local.file, manifest), file: local.address }
    const secrets = key === null ? 'not checked' : 'decrypted'
    if (json) return printJson(terminal, { ...described, secrets })
    terminal.print(`The backup is good: ${sizes(described)}, from ${manifest.createdAt}.`)
    if (key === null && manifest.fingerprint !== null)
      terminal.warn(
        'Its secrets were not checked: it does not contain its key, and this installation has another one.',
      )
  },
})

const list = defineCommand({
  name: 'backup list',
  summary: 'List the backups in a folder or bucket, newest first.',
  examples: ['backup list /var/backups/herald', 'backup list s3://acme/herald --json'],
  argument: { value: 'DIR|s3://BUCKET/PREFIX', help: 'The folder or bucket.', required: true },
  options: { json },
  async run({ json }, terminal, folder = '') {
    if (isBucket(folder)) return listBucket(readConfig(terminal.env), terminal, folder, json)
    if (!isDirectory(folder)) throw new OperatorError(`There is no folder ${folder}.`)
    const found = readdirSync(folder).flatMap((name): Listed[] => {
      const file = resolve(folder, name)
      if (name.includes('.partial') || isDirectory(file)) return []
      const manifest = peekManifest(file)
      if (manifest) return [describe(file, manifest)]
      const createdAt = isCompressed(file) || isEncrypted(file) ? timeOf(name)?.toISOString() : undefined
      return createdAt ? [{ file, bytes: statSync(file).size, createdAt }] : []
    })
    found.sort((one, other) => other.createdAt.localeCompare(one.createdAt))
    if (json) return printJson(terminal, found)
    if (found.length === 0) return terminal.print(`There are no backups in ${folder}.`)
    for (const each of found) {
      const about = each.version ? `${each.version}  key ${each.key}` : 'compressed'
      terminal.print(`${each.createdAt}  ${each.bytes} bytes  ${about}  ${each.file}`)
    }
  },
})

export const commands = [backup, check, list]

/** A backup in a folder; what a compressed one contains is not read. */
type Listed = Pick<Described, 'file' | 'bytes' | 'createdAt'> & Partial<Described>

async function listBucket(config: Config, terminal: Terminal, address: string, json: boolean) {
  const bucket = openBucket(address, config)
  const found = (await bucket.list()).map(({ name, bytes }) => ({
    createdAt: timeOf(name)?.toISOString() ?? '',
    bytes,
    file: bucket.addressOf(name),
  }))
  found.sort((one, other) => other.createdAt.localeCompare(one.createdAt))
  if (json) return printJson(terminal, found)
  if (found.length === 0) return terminal.print(`There are no backups in ${address}.`)
  for (const { createdAt, bytes, file } of found) terminal.print(`${createdAt}  ${bytes} bytes  ${file}`)
}

/** The secret key of this installation if it belongs to a backup, else the key in the backup, else null. */
function keyFor(config: Config, { key, fingerprint }: Manifest): string | null {
  const own = findSecretKey(config)
  return own !== null && fingerprintOf(own) === fingerprint ? own : key
}

/** Decrypts a stored secret of a copy of a backup, and migrates the copy to this version. */
async function rehearse(file: string, key: string | null): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'herald-check-'))
  try {
    const copy = join(folder, 'herald.db')
    copyFileSync(file, copy)
    const db = openDatabase(`file:${copy}`)
    try {
      const secrets = createSecrets(() => key ?? '')
      if (key !== null) await checkFirstSecret(db, secrets)
      await migrate(db, { changes: changesWith(secrets, { skipUnreadable: key === null }) })
    } finally {
      db.$client.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const sizes = ({ file, bytes, rows }: Described) =>
  `${file} (${bytes.toLocaleString('en')} bytes, ${rows.toLocaleString('en')} rows)`
