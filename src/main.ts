import { nouns } from './cli/commands.ts'
import { runCommandLine } from './cli/run.ts'

process.exit(
  await runCommandLine(nouns, process.argv.slice(2), {
    env: process.env,
    print: console.log,
    warn: console.error,
    ...(process.stdin.isTTY
      ? { ask: async (...question) => (await import('./cli/ask.ts')).ask(...question) }
      : {}),
  }),
)
