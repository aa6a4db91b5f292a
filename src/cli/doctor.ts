import { readConfig } from '../config.ts'
import { diagnose, thisMachine } from '../doctor/diagnose.ts'
import { type Finding, type Machine, red, type State } from '../doctor/finding.ts'
import { OperatorError } from '../errors.ts'
import { terminalLine } from '../text/line.ts'
import { defineCommand, printJson, type Terminal } from './command.ts'

/** The command with the machine that it checks. */
export const doctorOn = (machine: Machine) =>
  defineCommand({
    name: 'doctor',
    summary: 'Check this installation and suggest fixes.',
    examples: ['doctor', 'doctor --fix'],
    options: {
      fix: { type: 'boolean', help: 'Fix file permissions and a large write-ahead log.' },
      json: { type: 'boolean', help: 'Print JSON.' },
    },
    async run({ fix, json }, terminal) {
      const findings = await examine(terminal, machine, fix)
      if (json)
        printJson(
          terminal,
          findings.map(({ repair: _, ...finding }) => finding),
        )
      else for (const finding of findings) terminal.print(describe(finding, terminal.isColored))
      const failed = findings.filter(({ state }) => state === 'red')
      if (failed.length > 0) throw new OperatorError(`${failed.length} of ${findings.length} checks failed.`)
    },
  })

export const commands = [doctorOn(thisMachine)]

async function examine({ env, warn }: Terminal, machine: Machine, fix: boolean): Promise<Finding[]> {
  let config: ReturnType<typeof readConfig>
  try {
    config = readConfig(env)
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return [red('configuration', error.message, 'Correct this variable, then run herald doctor again')]
  }
  const findings = await diagnose(config, env, machine)
  const repairs = fix ? findings.flatMap(({ repair }) => repair ?? []) : []
  for (const repair of repairs) warn(repair())
  return repairs.length > 0 ? diagnose(config, env, machine) : findings
}

const colors: Record<State, number> = { green: 32, yellow: 33, red: 31 }

function describe({ check, state, text, fix }: Finding, isColored = false): string {
  const mark = isColored ? `\u001b[${colors[state]}m${state.padEnd(6)}\u001b[39m` : state.padEnd(6)
  const line = `${mark}  ${check.padEnd(22)}  ${terminalLine(text)}`
  return fix === null ? line : `${line} Fix: ${fix}`
}
