import { readConfig } from '../config.ts'
import { createContext } from '../context.ts'
import { checkDatabase } from '../db/client.ts'
import { describeProgress, upgrade } from '../db/upgrade.ts'
import { checkKeyLength } from '../features/integrations/secret-key.ts'
import { changesWith, checkFirstSecret, findFirstSecret } from '../features/integrations/secret-locations.ts'
import { defineCommand } from './command.ts'
import { startProgress } from './progress.ts'

const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'Migrate the database without starting the server.',
  examples: ['migrate'],
  options: {},
  async run(_, terminal) {
    const ctx = createContext(readConfig(terminal.env))
    try {
      await checkDatabase(ctx.db, ctx.config.databaseUrl)
      using progress = startProgress(terminal)
      const applied = await upgrade(ctx.db, {
        ...ctx.config,
        changes: changesWith(ctx.secrets),
        check: (db) => checkFirstSecret(db, ctx.secrets),
        report: terminal.warn,
        ...(terminal.status && {
          showProgress: (state) => progress.show(describeProgress(state), state.share),
        }),
      })
      terminal.print(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
      const warning = checkKeyLength(ctx, (await findFirstSecret(ctx.db)) !== null)
      if (warning) terminal.warn(warning)
    } finally {
      ctx.db.$client.close()
    }
  },
})

export const commands = [migrateCommand]
