/** Environment, input and output of a command. A parameter, so that tests need no process. */
export type Terminal = {
  env: Record<string, string | undefined>
  /** Prints the output of the command on stdout. */
  print(text: string): void
  /** Like `print`, without a line end, for streamed text. */
  write(text: string): void
  /** True on a terminal without NO_COLOR. */
  isColored?: boolean
  /** Prints notices on stderr. */
  warn(text: string): void
  /** Replaces the line of progress on stderr; an empty text clears it. Absent if stderr is no terminal. */
  status?(text: string): void
  /** Asks the user; absent if the input is not interactive. The answer to a hidden question is not echoed. */
  ask?(question: string, isHidden?: boolean): Promise<string>
  /** Opens an address in the user's browser, if there is one; absent if the output is no terminal. */
  open?(url: string): void
  /** Runs `act` on Ctrl-C instead of ending the program, until the returned function is called. */
  onInterrupt?(act: () => void): () => void
  /** Lets other processes, such as the server, come first. */
  lowerPriority?(): Promise<void>
  /** All of stdin. */
  read(): Promise<string>
}

export type Option = {
  type: 'string' | 'boolean'
  help: string
  /** Placeholder of the value in the help, for example `OWNER/NAME`. */
  value?: string
  required?: boolean
  multiple?: boolean
  /** Parses the value; a UsageError says what is allowed. */
  read?: (text: string, option: string) => unknown
}
type Options = Record<string, Option>

type OptionValue<O extends Option> = O['read'] extends (text: string, option: string) => infer T ? T : string
type Value<O extends Option> = O['type'] extends 'boolean'
  ? boolean
  : O['multiple'] extends true
    ? OptionValue<O>[]
    : O['required'] extends true
      ? OptionValue<O>
      : OptionValue<O> | undefined
type Values<O extends Options> = { [N in keyof O]: Value<O[N]> }

/** A positional argument; a repeatable one may occur several times. */
export type Argument = { value: string; help: string; required?: boolean; isRepeatable?: boolean }

/**
 * One command: `name` as the user types it, for example `key create`. `run` receives its checked options, its argument
 * and further ones.
 */
export type Command = {
  name: string
  summary: string
  /** One or two uses, without `herald`. */
  examples: string[]
  argument?: Argument
  options: Options
  run(values: never, terminal: Terminal, argument?: string, more?: string[]): Promise<void>
}

export function defineCommand<const O extends Options>(command: {
  name: string
  summary: string
  examples: string[]
  argument?: Argument
  options: O
  run(values: Values<O>, terminal: Terminal, argument?: string, more?: string[]): Promise<void>
}): Command {
  return command
}

export function printJson(terminal: Terminal, value: unknown): void {
  terminal.print(JSON.stringify(value, null, 2))
}
