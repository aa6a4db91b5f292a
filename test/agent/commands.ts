// The commands of this area as a program of their own.
import { runCommand, UsageError } from '../../src/cli/command.ts'
import { explain } from '../../src/cli/explain.ts'
import {
  feedbackList,
  feedbackTokenCreate,
  feedbackTokenList,
  feedbackTokenRevoke,
} from '../../src/cli/feedback.ts'
import { mcp } from '../../src/cli/mcp.ts'
import { orgSet } from '../../src/cli/org.ts'

const commands = [feedbackList, feedbackTokenCreate, feedbackTokenList, feedbackTokenRevoke, orgSet, mcp]
try {
  await runCommand(commands, process.argv.slice(2), '0')
  process.exit(0)
} catch (error) {
  console.error(`herald: ${explain(error)}`)
  process.exit(error instanceof UsageError ? 2 : 1)
}
