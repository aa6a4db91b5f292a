import { UsageError } from '../errors.ts'
import { type Command, defineCommand } from './command.ts'

/** The command that prints completion scripts for all commands. */
export const createCompletion = (readCommands: () => Promise<Command[]>) =>
  defineCommand({
    name: 'completion',
    summary: 'Print a completion script for bash, zsh or fish.',
    examples: ['completion bash', 'completion zsh'],
    argument: {
      value: 'SHELL',
      required: true,
      help: 'bash, zsh or fish; load it with: source <(herald completion bash)',
    },
    options: {},
    async run(_, terminal, shell = '') {
      const write = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
      if (!write) throw new UsageError('completion: SHELL is required: bash, zsh or fish.')
      terminal.print(write(choicesOf(await readCommands())))
    },
  })

/** The words that may follow `typed`; options may follow a complete command and its argument. */
type Choice = { typed: string; words: string[]; isCommand: boolean }

/** Longer prefixes come first. */
function choicesOf(all: Command[]): Choice[] {
  const following = new Map<string, Set<string>>()
  for (const { name } of all) {
    const words = name.split(' ')
    for (const [index, word] of words.entries()) {
      const typed = words.slice(0, index).join(' ')
      following.set(typed, (following.get(typed) ?? new Set()).add(word))
    }
  }
  const commands = all.map(({ name, options }) => ({
    typed: name,
    words: [
      ...(name === 'completion' ? Object.keys(scripts) : []),
      ...(following.get(name) ?? []),
      ...flagsOf(options),
      '--help',
    ],
    isCommand: true,
  }))
  for (const { name } of all) following.delete(name)
  const groups = [...following].map(([typed, words]) => ({ typed, words: [...words], isCommand: false }))
  return [...groups, ...commands].toSorted((one, other) => other.typed.length - one.typed.length)
}

const flagsOf = (options: Command['options']) => Object.keys(options).map((name) => `--${name}`)

const scripts: Record<string, (choices: Choice[]) => string> = {
  bash: (choices) => `_herald() {
  local typed="" words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) break ;; esac
    typed="\${typed:+$typed }$word"
  done
${casesOf(choices)}
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _herald herald`,
  zsh: (choices) => `#compdef herald
_herald() {
  local typed="" words_found="" word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$word" in -*) break ;; esac
    typed="\${typed:+$typed }$word"
  done
${casesOf(choices).replaceAll('words=', 'words_found=')}
  compadd -- \${=words_found}
}
compdef _herald herald`,
  fish: (choices) => `function __herald_typed
  set -l typed
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; and break
    set -a typed $word
  end
  string join ' ' -- $typed
end
complete -c herald -f
${choices.map(fishLine).join('\n')}`,
}

const casesOf = (choices: Choice[]) =>
  [
    '  case "$typed" in',
    ...choices.map(({ typed, words, isCommand }) => {
      const pattern = isCommand ? `"${typed}" | "${typed} "*` : `"${typed}"`
      return `    ${pattern}) words="${words.join(' ')}" ;;`
    }),
    '  esac',
  ].join('\n')

function fishLine({ typed, words, isCommand }: Choice): string {
  const pattern = isCommand ? `^${typed}( |\\$)` : `^${typed}\\$`
  return `complete -c herald -n 'string match -qr -- "${pattern}" "$(__herald_typed)"' -a '${words.join(' ')}'`
}
