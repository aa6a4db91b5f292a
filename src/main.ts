import { version } from '../package.json'
import { runCommand, UsageError } from './cli/command.ts'
import { explain } from './cli/explain.ts'
import { keyCreate, keyList, keyRevoke } from './cli/key.ts'
import { migrate } from './cli/migrate.ts'
import { orgCreate } from './cli/org.ts'
import { serve } from './cli/serve.ts'

const commands = [serve, orgCreate, keyCreate, keyList, keyRevoke, migrate]

try {
  await runCommand(commands, process.argv.slice(2), version)
  process.exit(0)
} catch (error) {
  console.error(`herald: ${explain(error)}`)
  process.exit(error instanceof UsageError ? 2 : 1)
}
