import { version } from '../../package.json'
import type { Command, Option } from './command.ts'

/** What `herald --help` prints: every command with its options. */
export function overview(commands: Command[]): string {
  return [
    `herald ${version}`,
    '',
    ...table(commands.map((command) => [usage(command), command.summary])),
    '',
    'Each command tells more with --help. Configuration comes from the environment; README lists the variables.',
  ].join('\n')
}

/** What `herald key --help` prints: the commands that begin alike. */
export function groupHelp(name: string, commands: Command[]): string {
  return [
    `herald ${name}`,
    '',
    ...table(commands.map((command) => [usage(command), command.summary])),
    '',
    'Each command tells more with --help.',
  ].join('\n')
}

/** What `herald key create --help` prints: what it does and what each option means. */
export function commandHelp(command: Command): string {
  const { argument } = command
  const rows: Row[] = [
    ...(argument ? [[argument.value, argument.help] satisfies Row] : []),
    ...Object.entries(command.options).map(([name, option]): Row => [flag(name, option), option.help]),
  ]
  return [
    command.summary,
    '',
    `  herald ${usage(command)}`,
    ...(rows.length ? ['', ...table(rows)] : []),
  ].join('\n')
}

function usage({ name, argument, options }: Command): string {
  const flags = Object.entries(options).map(([each, option]) => {
    const text = flag(each, option) + (option.multiple ? ' ...' : '')
    return option.required ? text : `[${text}]`
  })
  return [name, ...(argument ? [`[${argument.value}]`] : []), ...flags].join(' ')
}

const flag = (name: string, option: Option) => (option.value ? `--${name} ${option.value}` : `--${name}`)

type Row = [left: string, right: string]

function table(rows: Row[]): string[] {
  const widest = Math.max(...rows.map(([left]) => left.length))
  if (widest > 50) return rows.flatMap(([left, right]) => [`  ${left}`, `      ${right}`])
  return rows.map(([left, right]) => `  ${left.padEnd(widest)}  ${right}`)
}
