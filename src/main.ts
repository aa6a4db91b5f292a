import { version } from '../package.json'
import { changelog } from './cli/changelog.ts'
import { runCommand, UsageError } from './cli/command.ts'
import { demo } from './cli/demo.ts'
import { explain } from './cli/explain.ts'
import { feedbackList, feedbackTokenCreate, feedbackTokenList, feedbackTokenRevoke } from './cli/feedback.ts'
import { health } from './cli/health.ts'
import { jobs } from './cli/jobs.ts'
import { keyCreate, keyList, keyRevoke } from './cli/key.ts'
import { mcp } from './cli/mcp.ts'
import { migrate } from './cli/migrate.ts'
import { orgCreate, orgLimits, orgSet, orgUsage } from './cli/org.ts'
import { serve } from './cli/serve.ts'
import { webhookLogs, webhookSecret } from './cli/webhook.ts'

const commands = [
  serve,
  demo,
  changelog,
  orgCreate,
  orgLimits,
  orgUsage,
  orgSet,
  keyCreate,
  keyList,
  keyRevoke,
  webhookSecret,
  webhookLogs,
  feedbackList,
  feedbackTokenCreate,
  feedbackTokenList,
  feedbackTokenRevoke,
  mcp,
  jobs,
  migrate,
  health,
]

try {
  await runCommand(commands, process.argv.slice(2), version)
  process.exit(0)
} catch (error) {
  console.error(`herald: ${explain(error)}`)
  process.exit(error instanceof UsageError ? 2 : 1)
}
