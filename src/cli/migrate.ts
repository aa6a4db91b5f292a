import { readConfig } from '../config.ts'
import { createContext } from '../context.ts'
import { checkDatabase } from '../db/client.ts'
import { migrate as applyMigrations } from '../db/migrate.ts'
import { defineCommand } from './command.ts'

export const migrate = defineCommand({
  name: 'migrate',
  summary: 'Bring the database up to date without serving.',
  options: {},
  async run() {
    const ctx = createContext(readConfig(process.env))
    await checkDatabase(ctx.db, ctx.config.databaseUrl)
    const applied = await applyMigrations(ctx.db)
    ctx.db.$client.close()
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
  },
})
