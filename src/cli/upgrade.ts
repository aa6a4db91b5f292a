import { version } from '../../package.json'
import { type Config, readConfig } from '../config.ts'
import { tryMigrations } from '../db/try-migrations.ts'
import { UsageError } from '../errors.ts'
import { changesWith } from '../features/integrations/secret-locations.ts'
import { isCompiled } from '../program.ts'
import { createSecrets, findSecretKey } from '../secrets.ts'
import { releaseSource } from '../upgrade/release-source.ts'
import { upgradeBinary } from '../upgrade/replace-binary.ts'
import { UpgradeRefused } from '../upgrade/upgrade-refused.ts'
import { defineCommand, printJson, type Terminal } from './command.ts'
import { findDatabase } from './database-file.ts'

const upgrade = defineCommand({
  name: 'upgrade',
  summary: 'Replace this binary with a newer release, or try migrations on a copy of the database.',
  examples: ['upgrade --to 1.4.2', 'upgrade --check --json'],
  options: {
    to: {
      type: 'string',
      value: 'VERSION',
      help: 'Install this version instead of the newest. It may be older.',
      read: readVersion,
    },
    check: {
      type: 'boolean',
      help: 'List the pending migrations of the binary that you run, and how long each takes on a copy. Replaces nothing.',
    },
    json: { type: 'boolean', help: 'Print JSON.' },
  },
  async run({ check, json, to }, terminal) {
    const config = readConfig(terminal.env)
    if (!check) return replace(config, to ?? null, { json, terminal })
    if (to !== undefined)
      throw new UsageError('--check tries the migrations of this version. Leave out --to.')
    await listMigrations(config, { json, terminal })
  },
})

type Output = { json: boolean; terminal: Terminal }

function readVersion(text: string, option: string): string {
  const [, number] = /^v?(\d+\.\d+\.\d+(?:-[\w.]+)?)$/.exec(text) ?? []
  if (number === undefined)
    throw new UsageError(`--${option} must be a version such as 1.4.2, not "${text}".`)
  return number
}

async function replace({ releasesUrl }: Config, to: string | null, { json, terminal }: Output) {
  if (!isCompiled())
    throw new UpgradeRefused(
      'Herald runs from a checkout.',
      'To upgrade it, run: git pull, then restart Herald.',
    )
  if (releaseSource === null)
    throw new UpgradeRefused(
      'This binary was built from a checkout.',
      'To upgrade it, run: git pull, then: bun run build',
    )
  const source = { ...releaseSource, url: releasesUrl ?? releaseSource.url }
  const path = process.execPath
  const done = await upgradeBinary({ path, source, to, report: terminal.status })
  terminal.status?.('')
  if (json) return printJson(terminal, { ...done, path })
  if (done.previous === null) return terminal.print(`Herald ${done.version} is already installed.`)
  terminal.print(
    `Replaced Herald ${version} with ${done.version} in ${path}. The old binary is ${done.previous}.`,
  )
  terminal.print(
    'A running server still uses the old binary. Run herald upgrade --check, then restart the server.',
  )
}

async function listMigrations(config: Config, { json, terminal }: Output) {
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
}

export const commands = [upgrade]
