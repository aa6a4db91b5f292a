/** What every command works with: what it is told, and where it speaks. Handed in, so that tests need no process. */
export type Terminal = {
  env: Record<string, string | undefined>
  /** Prints on stdout what was asked for. */
  print(text: string): void
  /** The same without ending the line, for what comes bit by bit. */
  write(text: string): void
  /** True on a terminal without NO_COLOR. */
  isColoured?: boolean
  /** Prints on stderr what a person should know besides. */
  warn(text: string): void
  /** Asks the person at the keyboard; absent where nobody sits there. What answers a hidden question is not shown. */
  ask?(question: string, isHidden?: boolean): Promise<string>
  /** Has Ctrl-C do something in the place of ending the program, until the act that is given back. */
  onInterrupt?(act: () => void): () => void
  /** All that is piped in. */
  read(): Promise<string>
}

export type Option = {
  type: 'string' | 'boolean'
  help: string
  /** How the value is called in the help, for example `OWNER/NAME`. */
  value?: string
  required?: boolean
  multiple?: boolean
  /** Makes the value of its text; a UsageError says what it must be. */
  read?: (text: string, option: string) => unknown
}
type Options = Record<string, Option>

type One<O extends Option> = O['read'] extends (text: string, option: string) => infer T ? T : string
type Value<O extends Option> = O['type'] extends 'boolean'
  ? boolean
  : O['multiple'] extends true
    ? One<O>[]
    : O['required'] extends true
      ? One<O>
      : One<O> | undefined
type Values<O extends Options> = { [N in keyof O]: Value<O[N]> }

/** A word that a command takes without an option's name, and may go without. */
export type Argument = { value: string; help: string }

/** One command: `name` as it is typed, for example `key create`. `run` gets its options, checked, and its argument. */
export type Command = {
  name: string
  summary: string
  /** One or two uses, without `herald`. */
  examples: string[]
  argument?: Argument
  options: Options
  run(values: never, terminal: Terminal, argument?: string): Promise<void>
}

export function defineCommand<const O extends Options>(command: {
  name: string
  summary: string
  examples: string[]
  argument?: Argument
  options: O
  run(values: Values<O>, terminal: Terminal, argument?: string): Promise<void>
}): Command {
  return command
}

export function printJson(terminal: Terminal, value: unknown): void {
  terminal.print(JSON.stringify(value, null, 2))
}
