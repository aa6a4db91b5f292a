import { version } from '../../package.json'
import type { Argument, Command, Option } from './command.ts'

/** The text of `herald --help`: one line for every command, below the heading of its group. */
export function overview(groups: Record<string, Command[]>, isColored = false): string {
  const all = Object.values(groups).flat()
  const widest = Math.max(...all.map(({ name }) => name.length))
  const bold = (text: string) => (isColored ? `\u001b[1m${text}\u001b[22m` : text)
  return [
    `herald ${version}`,
    '',
    'Usage: herald COMMAND [OPTIONS]',
    ...Object.entries(groups).flatMap(([title, commands]) => [
      '',
      bold(title),
      ...commands.map(({ name, summary }) => `  ${name.padEnd(widest)}  ${summary}`),
    ]),
    '',
    'Run herald COMMAND --help for the options of a command.',
    'Settings are environment variables: see /docs/configuration on your server.',
  ].join('\n')
}

/** The text of `herald key --help`: the commands that begin with this word. */
export function groupHelp(name: string, commands: Command[]): string {
  return [
    `herald ${name}`,
    '',
    ...table(commands.map((command) => [usage(command), command.summary])),
    '',
    'Run a command with --help for its options.',
  ].join('\n')
}

/** The text of `herald key create --help`: the command's description, options and examples. */
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
    '',
    'Examples:',
    ...command.examples.map((example) => `  herald ${example}`),
  ].join('\n')
}

function usage({ name, argument, options }: Command): string {
  const flags = Object.entries(options).map(([each, option]) => {
    const text = flag(each, option) + (option.multiple ? ' ...' : '')
    return option.required ? text : `[${text}]`
  })
  return [name, ...(argument ? [shape(argument)] : []), ...flags].join(' ')
}

const shape = ({ value, required, isRepeatable }: Argument) => {
  const text = isRepeatable ? `${value}...` : value
  return required ? text : `[${text}]`
}

const flag = (name: string, option: Option) => (option.value ? `--${name} ${option.value}` : `--${name}`)

type Row = [left: string, right: string]

function table(rows: Row[]): string[] {
  const widest = Math.max(...rows.map(([left]) => left.length))
  if (widest > 50) return rows.flatMap(([left, right]) => [`  ${left}`, `      ${right}`])
  return rows.map(([left, right]) => `  ${left.padEnd(widest)}  ${right}`)
}
