import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fingerprintOf, type Manifest } from '../backup/manifest.ts'
import { describeUnsent, findWatched, restoreInto, saveCurrent } from '../backup/restore.ts'
import { verifyBackup } from '../backup/verify.ts'
import { type Config, readConfig } from '../config.ts'
import { databaseFile } from '../db/client.ts'
import { OperatorError } from '../errors.ts'
import { createSecretKey, findSecretKey } from '../secrets.ts'
import { openLocal, passphraseFile } from './backup-target.ts'
import { defineCommand } from './command.ts'
import { checkKey, confirmReplacing, requireYes, savedFirst } from './database-file.ts'
import { claimTarget } from './restore-target.ts'

const restore = defineCommand({
  name: 'restore',
  summary: 'Replace the database with a backup, while the server is stopped or with --running.',
  examples: ['restore herald-backup.db', 'restore herald-backup.db --verify-only'],
  argument: {
    value: 'FILE',
    help: 'The backup: a file or s3://BUCKET/PREFIX/NAME.',
    required: true,
  },
  options: {
    'verify-only': { type: 'boolean', help: 'Check the backup and its key, and change nothing.' },
    'passphrase-file': passphraseFile,
    yes: { type: 'boolean', help: 'Skip the confirmation.' },
    'no-snapshot': { type: 'boolean', help: 'Do not save the current database first.' },
    running: { type: 'boolean', help: 'Restore without stopping the servers, which return 503 meanwhile.' },
    'end-sessions': { type: 'boolean', help: 'Sign out all users.' },
  },
  async run(
    {
      'verify-only': verifyOnly,
      'passphrase-file': passphrase = null,
      yes,
      'no-snapshot': noSnapshot,
      running,
      'end-sessions': endSessions,
    },
    terminal,
    argument = '',
  ) {
    const config = readConfig(terminal.env)
    using local = await openLocal(config, argument, passphrase)
    const { file } = local
    const manifest = verifyBackup(file)
    const key = chooseKey(config, manifest)
    const own = findSecretKey(config)
    if (verifyOnly)
      return terminal.print(
        `${local.address}, from ${manifest.createdAt}, is intact, and its secret key matches.`,
      )
    requireYes('restore', yes, terminal)
    const path = databaseFile(config.databaseUrl)
    for (const folder of [config.dataDir, ...(path ? [dirname(path)] : [])])
      mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!yes)
      await confirmReplacing(
        terminal,
        path ?? new URL(config.databaseUrl).host,
        `the backup of ${manifest.createdAt}`,
      )
    const target = await claimTarget(config, running, terminal)
    try {
      let snapshot: string | null = null
      const unsent = await restoreInto(target, file, {
        endSessions,
        check: (copy) => checkKey(copy, key),
        async beforeWrite() {
          if (!noSnapshot)
            snapshot = await savedFirst('restore', () => saveCurrent(target, 'restore', own, new Date()))
          if (own === null && key !== null) createSecretKey(config, key)
        },
      })
      terminal.print(`Restored ${target.name} from the backup of ${manifest.createdAt}.`)
      if (snapshot)
        terminal.print(`The replaced database is ${snapshot}. To get it back, use "herald restore".`)
      const skipped = describeUnsent(unsent)
      if (skipped) terminal.print(skipped)
      const missed = describeMissed(file, manifest.createdAt)
      terminal.print(running ? `Herald serves it. ${missed}` : `Start Herald. ${missed}`)
    } finally {
      await target.leave()
    }
  },
})

export const commands = [restore]

/** What a server will read again from the code host. */
function describeMissed(file: string, since: string): string {
  const names = findWatched(file)
  if (names.length === 0) return 'No repository has events to read again.'
  const listed = names.length > 5 ? [...names.slice(0, 5), `${names.length - 5} more`] : names
  return `It reads the pushes and releases since ${since} again from the code host: ${listed.join(', ')}.`
}

/** The key that the restored database will be used with; throws if the secrets in it would be lost. */
function chooseKey(config: Config, { key, fingerprint }: Manifest): string | null {
  const own = findSecretKey(config)
  if (fingerprint === null || (own !== null && fingerprintOf(own) === fingerprint)) return own
  if (own === null && key !== null) return key
  if (own === null)
    throw new OperatorError(
      'The backup does not contain its secret key, and this installation has none: set SECRET_KEY, or put secret.key into DATA_DIR.',
    )
  const where = config.secretKey === null ? 'secret.key in DATA_DIR' : 'SECRET_KEY'
  throw new OperatorError(
    key === null || config.secretKey !== null
      ? `${where} is not the key of this backup. Set the key that was in use when the backup was written.`
      : `${where} is not the key of this backup. Move that file away: the backup contains its own key.`,
  )
}
