import { describe, expect, test } from 'bun:test'
import { $ } from 'bun'
import { nouns, readCommands } from '../../src/cli/commands.ts'
import { command } from '../support/command.ts'

const scriptFor = async (shell: string) => (await command(['completion', shell])).stdout
const commands = await readCommands(nouns)

/** The words that a shell must offer after the words typed so far. */
function expectedAfter(typed: string): string[] {
  const start = typed === '' ? [] : typed.split(' ')
  const following = commands.flatMap(({ name }) => {
    const words = name.split(' ')
    return start.every((word, index) => word === words[index]) ? (words[start.length] ?? []) : []
  })
  const found = commands.find(({ name }) => name === typed)
  const shells = typed === 'completion' ? ['bash', 'zsh', 'fish'] : []
  const options = found ? [...Object.keys(found.options).map((name) => `--${name}`), '--help'] : []
  return [...new Set([...shells, ...following, ...options])].sort()
}

/** All prefixes that can be typed before a completion: nothing, a group, a whole command. */
const beginnings = [
  ...new Set(
    commands.flatMap(({ name }) => {
      const words = name.split(' ')
      return [...words.keys(), words.length].map((count) => words.slice(0, count).join(' '))
    }),
  ),
]

type Rule = { pattern: RegExp; words: string[] }

/** The rules of a bash or zsh script: `"org" | "org "*) words="..." ;;`. */
function readCases(script: string): Rule[] {
  const lines = [...script.matchAll(/^ {4}"([^"]*)"( \| "[^"]* "\*)?\) words(?:_found)?="([^"]*)" ;;$/gm)]
  return lines.map(([, typed = '', isOpen, words = '']) => ({
    pattern: new RegExp(isOpen ? `^${typed}( |$)` : `^${typed}$`),
    words: words.split(' '),
  }))
}

/** The rules of a fish script, one `complete` each. */
function readCompletes(script: string): Rule[] {
  const line = /^complete -c herald -n 'string match -qr -- "([^"]*)" "\$\(__herald_typed\)"' -a '([^']*)'$/gm
  return [...script.matchAll(line)].map(([, pattern = '', words = '']) => ({
    pattern: new RegExp(pattern.replaceAll('\\$', '$')),
    words: words.split(' '),
  }))
}

describe.each([
  ['bash', readCases],
  ['zsh', readCases],
  ['fish', readCompletes],
])('the script for %s', (shell, read) => {
  test('offers every command, its options, and nothing else', async () => {
    const rules = read(await scriptFor(shell))
    expect(rules.length).toBe(beginnings.length)
    for (const typed of beginnings) {
      const rule = rules.find(({ pattern }) => pattern.test(typed))
      expect([typed, rule?.words.toSorted()]).toEqual([typed, expectedAfter(typed)])
    }
  })

  test('offers the options of a command after its first option too', async () => {
    const rules = read(await scriptFor(shell))
    for (const { name } of commands) {
      const rule = rules.find(({ pattern }) => pattern.test(`${name} argument`))
      expect([name, rule?.words.toSorted()]).toEqual([name, expectedAfter(name)])
    }
  })

  test('completes in the shell itself', async () => {
    // On a machine without this shell the rules above are all that can be tested.
    if (Bun.which(shell) === null) return
    const script = await scriptFor(shell)
    for (const typed of ['', 'org', 'key create', 'completion']) {
      const offered = await offer[shell]?.(script, typed === '' ? [] : typed.split(' '))
      expect([typed, offered?.split(/\s+/).filter(Boolean).sort()]).toEqual([typed, expectedAfter(typed)])
    }
  })
})

/** The suggestions of a shell after `herald` and some words, as it answers Tab. */
const offer: Record<string, (script: string, words: string[]) => Promise<string>> = {
  bash: (script, words) =>
    $`bash -c ${`${script}
COMP_WORDS=(herald "$@" ""); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _herald; echo "\${COMPREPLY[@]}"`} bash ${words}`.text(),
  zsh: (script, words) =>
    $`zsh -f -c ${`compdef() { : }; compadd() { shift; print -- "$@" }
${script}
words=(herald "$@" ""); CURRENT=$#words; _herald`} zsh ${words}`.text(),
  async fish(script, words) {
    const typed = ['herald', ...words].join(' ')
    // fish suggests words with a dash only after a dash.
    const asked = `${script}\ncomplete -C "${typed} "; complete -C "${typed} -"`
    const lines = (await $`fish --no-config -c ${asked}`.text()).split('\n')
    return [...new Set(lines.map((line) => line.split('\t')[0]))].join('\n')
  },
}
