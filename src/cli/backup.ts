import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fingerprintOf, type Manifest } from '../backup/manifest.ts'
import { recordBackup, updateRecord } from '../backup/record.ts'
import { prune, type Retention, readRetention } from '../backup/retention.ts'
import { peekManifest, verifyBackup } from '../backup/verify.ts'
import { nameAt, writeBackup } from '../backup/write.ts'
import { type Config, readConfig } from '../config.ts'
import { openDatabase } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { OperatorError, UsageError } from '../errors.ts'
import { changesWith, checkFirstSecret } from '../features/integrations/secret-locations.ts'
import { createSecrets, findSecretKey } from '../secrets.ts'
import { defineCommand, printJson } from './command.ts'
import { findDatabase } from './database-file.ts'
import { reader } from './options.ts'

/** Lower than the server's, so that its requests come first. */
const lowPriority = 15

const json = { type: 'boolean', help: 'Print JSON.' } as const

const readKeep = reader<Retention>('numbers of days, weeks and months such as 7d,4w,12m', readRetention)

const backup = defineCommand({
  name: 'backup',
  summary: 'Write a checked backup of the database, also while the server runs.',
  examples: ['backup /var/backups/herald/ --keep 7d,4w,12m', 'backup herald-backup.db'],
  argument: {
    value: 'FILE|DIR',
    help: 'File to write, or a folder in which the file is named by its time.',
    required: true,
  },
  options: {
    keep: {
      type: 'string',
      value: '7d,4w,12m',
      read: readKeep,
      help: 'In a folder: keep the newest backup of so many days, weeks and months, and delete the others.',
    },
    'no-key': { type: 'boolean', help: 'Leave the secret key out of the backup.' },
    json,
  },
  async run({ keep, 'no-key': noKey, json }, terminal, target = '') {
    const config = readConfig(terminal.env)
    const from = findDatabase(config, 'herald backup')
    const at = new Date()
    const isFolder = target.endsWith('/') || isDirectory(target)
    if (keep && !isFolder) throw new UsageError('--keep needs a folder; end its name with a slash.')
    const file = resolve(isFolder ? join(target, nameAt(at)) : target)
    if (isFolder) mkdirSync(target, { recursive: true, mode: 0o700 })
    else if (!isDirectory(dirname(file))) throw new OperatorError(`There is no folder ${dirname(file)}.`)
    setPriority(lowPriority)
    const includesKey = config.secretKey === null && !noKey
    const request = { from, to: file, key: findSecretKey(config), includesKey, at }
    const manifest = await recordBackup(config.dataDir, file, at, () => writeBackup(request))
    const removed = keep ? prune(dirname(file), keep, basename(file)) : []
    const described = describe(file, manifest)
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
  argument: { value: 'FILE', help: 'The backup.', required: true },
  options: {
    full: { type: 'boolean', help: 'Also compare every index with its table, which takes longer.' },
    json,
  },
  async run({ full, json }, terminal, file = '') {
    const config = readConfig(terminal.env)
    const manifest = verifyBackup(file, { isFull: full })
    const key = keyFor(config, manifest)
    await rehearse(file, key)
    updateRecord(config.dataDir, { check: { at: new Date().toISOString(), target: resolve(file) } })
    const described = describe(resolve(file), manifest)
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
  summary: 'List the backups in a folder, newest first.',
  examples: ['backup list /var/backups/herald', 'backup list /var/backups/herald --json'],
  argument: { value: 'DIR', help: 'The folder.', required: true },
  options: { json },
  async run({ json }, terminal, folder = '') {
    if (!isDirectory(folder)) throw new OperatorError(`There is no folder ${folder}.`)
    const found = readdirSync(folder).flatMap((name) => {
      const file = resolve(folder, name)
      const manifest = name.includes('.partial') || isDirectory(file) ? null : peekManifest(file)
      return manifest ? [describe(file, manifest)] : []
    })
    found.sort((one, other) => other.createdAt.localeCompare(one.createdAt))
    if (json) return printJson(terminal, found)
    if (found.length === 0) return terminal.print(`There are no backups in ${folder}.`)
    for (const { createdAt, bytes, version, file, key } of found)
      terminal.print(`${createdAt}  ${bytes} bytes  ${version}  key ${key}  ${file}`)
  },
})

export const commands = [check, list, backup]

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

const isDirectory = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

function describe(file: string, { createdAt, version, migrations, rows, key }: Manifest) {
  return {
    file,
    bytes: statSync(file).size,
    createdAt,
    version,
    migrations: migrations.length,
    rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
    key: key === null ? ('not included' as const) : ('included' as const),
  }
}

const sizes = ({ file, bytes, rows }: ReturnType<typeof describe>) =>
  `${file} (${bytes.toLocaleString('en')} bytes, ${rows.toLocaleString('en')} rows)`
