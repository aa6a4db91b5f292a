import { readConfig } from '../config.ts'
import { type Context, createContext } from '../context.ts'
import { checkDatabase } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'

/** Opens the configured database, migrated, for the length of one command. */
export async function withContext(act: (ctx: Context) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  const ctx = createContext({ ...config, logLevel: 'silent' })
  try {
    await checkDatabase(ctx.db, config.databaseUrl)
    await migrate(ctx.db)
    await act(ctx)
  } finally {
    ctx.db.$client.close()
  }
}

export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2))
}
