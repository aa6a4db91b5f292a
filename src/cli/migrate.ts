import { readConfig } from '../config.ts'
import { createContext } from '../context.ts'
import { checkDatabase } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { defineCommand } from './command.ts'

const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'Bring the database up to date without serving.',
  options: {},
  async run(_, terminal) {
    const ctx = createContext(readConfig(terminal.env))
    try {
      await checkDatabase(ctx.db, ctx.config.databaseUrl)
      const applied = await migrate(ctx.db)
      terminal.print(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
    } finally {
      ctx.db.$client.close()
    }
  },
})

export const commands = [migrateCommand]
