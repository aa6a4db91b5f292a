import { nouns } from './cli/commands.ts'
import { runCommandLine } from './cli/run.ts'

process.exit(
  await runCommandLine(nouns, process.argv.slice(2), {
    env: process.env,
    isColoured: process.stdout.isTTY === true && !process.env.NO_COLOR,
    print: console.log,
    write: (text) => void process.stdout.write(text),
    // console.error prints red on a terminal.
    warn: console.warn,
    read: () => Bun.stdin.text(),
    ...(process.stdin.isTTY
      ? {
          ask: async (...question) => (await import('./cli/ask.ts')).ask(...question),
          onInterrupt(act) {
            process.on('SIGINT', act)
            return () => process.off('SIGINT', act)
          },
        }
      : {}),
  }),
)
