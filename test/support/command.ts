import { nouns } from '../../src/cli/commands.ts'
import { runCommandLine } from '../../src/cli/run.ts'
import type { Finished, Settings } from './process.ts'

/** Runs a command as its own process would, in this one: for all that is not about processes, in a tenth of the time. */
export async function command(args: string[], settings: Settings = {}): Promise<Finished> {
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
  })
  return { exitCode, stdout, stderr }
}
