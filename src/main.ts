import { nouns } from './cli/commands.ts'
import { runCommandLine } from './cli/run.ts'

/** Of 20 levels below the normal one. */
const lowPriority = 15

process.exit(
  await runCommandLine(nouns, process.argv.slice(2), {
    env: process.env,
    isColored: process.stdout.isTTY === true && !process.env.NO_COLOR,
    print: console.log,
    write: (text) => void process.stdout.write(text),
    // console.error prints red on a terminal.
    warn: console.warn,
    ...(process.stderr.isTTY && process.env.TERM !== 'dumb' ? { status: showStatus } : {}),
    ...(process.stdout.isTTY ? { open: async (url) => (await import('./cli/open.ts')).open(url) } : {}),
    lowerPriority: async () => (await import('node:os')).setPriority(lowPriority),
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

/** Overwrites the current line, cut to its width, since a longer one would not be cleared. */
function showStatus(text: string) {
  process.stderr.write(`\r\u001b[K${text.slice(0, (process.stderr.columns ?? 80) - 1)}`)
}
