import { version } from '../../package.json'
import { readConfig } from '../config.ts'
import { tryMigrations } from '../db/try-migrations.ts'
import { UsageError } from '../errors.ts'
import { changesWith } from '../features/integrations/secret-locations.ts'
import { createSecrets, findSecretKey } from '../secrets.ts'
import { defineCommand, printJson } from './command.ts'
import { findDatabase } from './database-file.ts'

const upgrade = defineCommand({
  name: 'upgrade',
  summary: 'Try the migrations of this version on a copy of the database.',
  examples: ['upgrade --check', 'upgrade --check --json'],
  options: {
    check: {
      type: 'boolean',
      help: 'Required. List the pending migrations and how long each takes on a copy.',
    },
    json: { type: 'boolean', help: 'Print JSON.' },
  },
  async run({ check, json }, terminal) {
    if (!check)
      throw new UsageError(
        'herald upgrade needs --check. To upgrade, replace the binary and start it: it migrates the database.',
      )
    const config = readConfig(terminal.env)
    const path = findDatabase(config, 'herald upgrade')
    const key = findSecretKey(config)
    const secrets = createSecrets(() => key ?? '')
    const pending = await tryMigrations(path, changesWith(secrets, { skipUnreadable: key === null }))
    if (json) return printJson(terminal, { version, pending })
    if (pending.length === 0)
      return terminal.print(`The database is up to date: Herald ${version} has no pending migration.`)
    terminal.print(`Pending migrations of Herald ${version}, with their duration on a copy of this database:`)
    for (const { name, milliseconds } of pending) terminal.print(`  ${name}  ${milliseconds} ms`)
    const total = pending.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
    terminal.print(`Total: ${total} ms, plus the time for the snapshot. The database is unchanged.`)
  },
})

export const commands = [upgrade]
