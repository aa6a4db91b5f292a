import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { type Context, createContext } from '../context.ts'
import { checkDatabase, databaseFile } from '../db/client.ts'
import { wasMigrated } from '../db/migrate.ts'
import { upgrade } from '../db/upgrade.ts'
import { OperatorError } from '../errors.ts'
import { changesWith, checkFirstSecret } from '../features/integrations/secret-locations.ts'
import type { Terminal } from './command.ts'

type SessionTask = (ctx: Context) => Promise<void>

/** Opens and migrates the server's database for one command. */
export async function withContext(
  { env, warn }: Terminal,
  act: SessionTask,
  { skipUnreadable = false } = {},
): Promise<void> {
  const config = readConfig(env)
  const path = databaseFile(config.databaseUrl)
  if (path && !existsSync(path)) throw noDatabase(config)
  await open(config, async (ctx) => {
    if (!(await wasMigrated(ctx.db))) throw noDatabase(config)
    await migrateFor(ctx, warn, skipUnreadable)
    await act(ctx)
  })
}

/** Like `withContext`, for the commands that set up a server: creates the database if it does not exist. */
export async function withNewContext({ env, warn }: Terminal, act: SessionTask): Promise<void> {
  await open(readConfig(env), async (ctx) => {
    await migrateFor(ctx, warn)
    await act(ctx)
  })
}

async function migrateFor(
  { db, config, secrets }: Context,
  report: Terminal['warn'],
  skipUnreadable = false,
) {
  const check = skipUnreadable ? {} : { check: () => checkFirstSecret(db, secrets) }
  await upgrade(db, { ...config, ...check, changes: changesWith(secrets, { skipUnreadable }), report })
}

async function open(config: Config, act: SessionTask) {
  const ctx = createContext({ ...config, logLevel: 'silent' })
  try {
    await checkDatabase(ctx.db, config.databaseUrl)
    await act(ctx)
  } finally {
    ctx.db.$client.close()
  }
}

export function noDatabase({ databaseUrl, dataDir }: Config): OperatorError {
  const path = databaseFile(databaseUrl)
  if (path === join(dataDir, 'herald.db'))
    return new OperatorError(
      `There is no Herald database in ${dataDir}. Set DATA_DIR to the data folder of the server.`,
    )
  const place = path ?? 'DATABASE_URL'
  return new OperatorError(
    `There is no Herald database at ${place}. Set DATABASE_URL to the value that the server uses.`,
  )
}
