import { readConfig } from '../config.ts'
import { type Context, createContext } from '../context.ts'
import { checkDatabase } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import type { Terminal } from './command.ts'

/** Opens the configured database, migrated, for the length of one command. */
export async function withContext({ env }: Terminal, act: (ctx: Context) => Promise<void>): Promise<void> {
  const config = readConfig(env)
  const ctx = createContext({ ...config, logLevel: 'silent' })
  try {
    await checkDatabase(ctx.db, config.databaseUrl)
    await migrate(ctx.db)
    await act(ctx)
  } finally {
    ctx.db.$client.close()
  }
}

export function printJson(terminal: Terminal, value: unknown): void {
  terminal.print(JSON.stringify(value, null, 2))
}
