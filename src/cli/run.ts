import { parseArgs } from 'node:util'
import { version } from '../../package.json'
import { UsageError } from '../errors.ts'
import { nearest } from '../text/nearest.ts'
import type { Command, Terminal } from './command.ts'
import { formerNames, groups, type Nouns, readCommands } from './commands.ts'
import { commandHelp, groupHelp, overview } from './help.ts'

/**
 * Runs the command that the arguments name; `serve` if they name none. Returns the exit code: 0 success, 1 failure, 2
 * wrong usage.
 */
export async function runCommandLine(nouns: Nouns, args: string[], terminal: Terminal): Promise<number> {
  try {
    await run(nouns, args, terminal)
    return 0
  } catch (error) {
    const { explain } = await import('../explain.ts')
    terminal.warn(`herald: ${explain(error)}`)
    return error instanceof UsageError ? 2 : 1
  }
}

async function run(nouns: Nouns, args: string[], terminal: Terminal): Promise<void> {
  const [first = 'serve', ...others] = args
  if (['--version', '-v', '-V'].includes(first)) return terminal.print(version)
  if (first === 'help') return run(nouns, [...others, '--help'], terminal)
  if (isHelp(first)) return terminal.print(overview(await readGroups(), terminal.isColored))

  const typed = first.startsWith('-') ? ['serve', ...args] : withCurrentName([first, ...others])
  const commands = await readNoun(nouns, typed[0] as string)
  const matching = commands.filter(({ name }) => startsWith(typed, name.split(' ')))
  // The longest name: "backup list" is not "backup" with the argument "list".
  const command = matching.sort((one, other) => other.name.length - one.name.length)[0]
  if (!command) return terminal.print(helpOfGroup(commands, typed))
  const rest = typed.slice(command.name.split(' ').length)
  if (rest.some(isHelp)) return terminal.print(commandHelp(command))
  const { values, words } = parse(command, rest)
  const [argument, ...more] = words
  await command.run(values as never, terminal, argument, more)
}

const isHelp = (word: string) => word === '--help' || word === '-h'

const startsWith = (words: string[], start: string[]) => start.every((word, index) => words[index] === word)

/** The typed words, with the current name of a command that was typed by its former one. */
function withCurrentName(typed: string[]): string[] {
  for (const [former, current] of Object.entries(formerNames)) {
    const words = former.split(' ')
    if (startsWith(typed, words)) return [...current.split(' '), ...typed.slice(words.length)]
  }
  return typed
}

async function readGroups(): Promise<Record<string, Command[]>> {
  const entries = Object.entries(groups).map(
    async ([title, nouns]) => [title, await readCommands(nouns)] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

async function readNoun(nouns: Nouns, noun: string): Promise<Command[]> {
  const read = Object.hasOwn(nouns, noun) ? nouns[noun] : undefined
  if (read) return (await read()).commands
  throw new UsageError(`There is no command "${noun}"; ${hint(noun, Object.keys(nouns), 'herald --help')}`)
}

/**
 * The help of the commands that start with the typed words; throws a UsageError without `--help`, or if no command
 * matches.
 */
function helpOfGroup(commands: Command[], typed: string[]): string {
  const end = typed.findIndex((word) => word.startsWith('-'))
  const words = end < 0 ? typed : typed.slice(0, end)
  const group = commands.filter(({ name }) => startsWith(name.split(' '), words))
  const name = words.join(' ')
  if (group.length === 0) {
    const names = commands.map((command) => command.name)
    throw new UsageError(`There is no command "${name}"; ${hint(name, names, `herald ${words[0]} --help`)}`)
  }
  if (typed.some(isHelp)) return groupHelp(name, group)
  const names = group.map((command) => command.name).join(', ')
  throw new UsageError(`"${name}" needs a subcommand: ${names}.`)
}

function hint(word: string, known: string[], help: string): string {
  const meant = nearest(word, known)
  return meant ? `did you mean "${meant}"?` : `see: ${help}`
}

type Parsed = { values: Record<string, unknown>; words: string[] }

function parse(command: Command, args: string[]): Parsed {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type, multiple }]) => [
      name,
      { type, multiple: multiple ?? false },
    ]),
  )
  let given: Record<string, string | boolean | string[] | undefined>
  let words: string[]
  try {
    const allowPositionals = command.argument !== undefined
    const parsed = parseArgs({ args, options, strict: true, allowPositionals })
    given = parsed.values as typeof given
    words = parsed.positionals
  } catch (error) {
    throw new UsageError(faultOf(command, error as Error))
  }
  const { argument } = command
  if (argument?.required && words.length === 0)
    throw new UsageError(`${command.name}: ${argument.value} is required; see: herald ${command.name} --help`)
  if (words.length > 1 && !argument?.isRepeatable)
    throw new UsageError(`Unexpected argument '${words[1]}'; see: herald ${command.name} --help`)
  const values: Record<string, unknown> = {}
  for (const [name, { type, required, multiple, value, read }] of Object.entries(command.options)) {
    const text = given[name]
    const make = (each: string) => (read ? read(each, name) : each)
    if (required && !text)
      throw new UsageError(
        `${command.name}: --${name} ${value} is required; see: herald ${command.name} --help`,
      )
    if (type === 'boolean') values[name] = text ?? false
    else if (multiple) values[name] = ((text ?? []) as string[]).map(make)
    else values[name] = text === undefined ? undefined : make(text as string)
  }
  return { values, words }
}

/** The error of the option parser, without its advice about Node. */
function faultOf({ name, options }: Command, { message }: Error): string {
  const [, incomplete] =
    /^Option '(?:-\w, )?--([\w-]+).* argument (?:missing|is ambiguous)/.exec(message) ?? []
  if (incomplete) return `--${incomplete} needs a value; see: herald ${name} --help`
  const [sentence] = message.split(/\.(?:\s|$)|\n/)
  const [, unknown] = /^Unknown option '--([^']+)'/.exec(message) ?? []
  const meant = unknown && nearest(unknown, Object.keys(options))
  return `${sentence}; ${meant ? `did you mean --${meant}?` : `see: herald ${name} --help`}`
}
