import { parseArgs } from 'node:util'

type Option = {
  type: 'string' | 'boolean'
  help: string
  /** How the value is called in the help, for example `OWNER/NAME`. */
  value?: string
  required?: boolean
  multiple?: boolean
}
type Options = Record<string, Option>

type Value<O extends Option> = O['type'] extends 'boolean'
  ? boolean
  : O['multiple'] extends true
    ? string[]
    : O['required'] extends true
      ? string
      : string | undefined
type Values<O extends Options> = { [N in keyof O]: Value<O[N]> }

/** One command: `name` as it is typed, for example `key create`. `run` gets its options, checked. */
export type Command = { name: string; summary: string; options: Options; run(values: never): Promise<void> }

/** The command line cannot be understood: exit code 2. */
export class UsageError extends Error {}

export function defineCommand<const O extends Options>(command: {
  name: string
  summary: string
  options: O
  run(values: Values<O>): Promise<void>
}): Command {
  return command
}

/** Runs the command that the arguments name, `serve` when they name none. */
export async function runCommand(commands: Command[], args: string[], version: string): Promise<void> {
  if (args[0] === '--version' || args[0] === '-v') return console.log(version)
  if (args[0] === '--help' || args[0] === '-h' || args[0] === 'help')
    return console.log(overview(commands, version))

  const words = args[0] === undefined || args[0].startsWith('-') ? ['serve', ...args] : args
  const command = commands.find((each) => each.name.split(' ').every((word, index) => words[index] === word))
  if (!command) throw new UsageError(unknownCommand(commands, words))
  const rest = words.slice(command.name.split(' ').length)
  if (rest.includes('--help') || rest.includes('-h')) return console.log(help(command))
  await command.run(parse(command, rest) as never)
}

function parse(command: Command, args: string[]): Record<string, unknown> {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type, multiple }]) => [
      name,
      { type, multiple: multiple ?? false },
    ]),
  )
  let values: Record<string, unknown>
  try {
    values = { ...parseArgs({ args, options, strict: true, allowPositionals: false }).values }
  } catch (error) {
    const [sentence] = (error as Error).message.split(/\. |\n/)
    throw new UsageError(`${sentence?.replace(/\.$/, '')}; see: herald ${command.name} --help`)
  }
  for (const [name, option] of Object.entries(command.options)) {
    if (option.required && !values[name])
      throw new UsageError(`herald ${command.name} needs --${name} ${option.value}.`)
    if (option.type === 'boolean') values[name] ??= false
    if (option.multiple) values[name] ??= []
  }
  return values
}

function unknownCommand(commands: Command[], words: string[]): string {
  const siblings = commands
    .filter((command) => command.name.startsWith(`${words[0]} `))
    .map((command) => command.name)
  if (siblings.length > 0)
    return `There is no command "${words.slice(0, 2).join(' ')}"; there is: ${siblings.join(', ')}.`
  return `There is no command "${words[0]}"; see: herald --help`
}

function overview(commands: Command[], version: string): string {
  const rows = commands.map((command) => [usage(command), command.summary] as const)
  return [
    `herald ${version}`,
    '',
    ...table(rows),
    '',
    'Each command tells more with --help. Configuration comes from the environment; README lists the variables.',
  ].join('\n')
}

function help(command: Command): string {
  const rows = Object.entries(command.options).map(
    ([name, option]) => [flag(name, option), option.help] as const,
  )
  return [
    command.summary,
    '',
    `  herald ${usage(command)}`,
    ...(rows.length ? ['', ...table(rows)] : []),
  ].join('\n')
}

function usage(command: Command): string {
  const options = Object.entries(command.options).map(([name, option]) => {
    const text = flag(name, option) + (option.multiple ? ' ...' : '')
    return option.required ? text : `[${text}]`
  })
  return [command.name, ...options].join(' ')
}

const flag = (name: string, option: Option) => (option.value ? `--${name} ${option.value}` : `--${name}`)

function table(rows: (readonly [string, string])[]): string[] {
  const widest = Math.max(...rows.map(([left]) => left.length))
  if (widest > 50) return rows.flatMap(([left, right]) => [`  ${left}`, `      ${right}`])
  return rows.map(([left, right]) => `  ${left.padEnd(widest)}  ${right}`)
}
