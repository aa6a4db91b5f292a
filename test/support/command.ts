import type { Terminal } from '../../src/cli/command.ts'
import { nouns } from '../../src/cli/commands.ts'
import { runCommandLine } from '../../src/cli/run.ts'
import type { Finished, Settings } from './process.ts'

/**
 * Runs a command in this process instead of its own, which takes a tenth of the time; not for tests of
 * processes. `terminal` replaces parts of the terminal.
 */
export async function command(
  args: string[],
  settings: Settings = {},
  terminal: Partial<Terminal> = {},
): Promise<Finished> {
  let stdout = ''
  let stderr = ''
  const exitCode = await runCommandLine(nouns, args, {
    env: settings,
    print: (text) => {
      stdout += `${text}\n`
    },
    write: (text) => {
      stdout += text
    },
    read: async () => '',
    warn: (text) => {
      stderr += `${text}\n`
    },
    ...terminal,
  })
  return { exitCode, stdout, stderr }
}
