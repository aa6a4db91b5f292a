import { afterAll, describe, expect, test } from 'bun:test'
import { version } from '../../package.json'
import type { Terminal } from '../../src/cli/command.ts'
import { nouns } from '../../src/cli/commands.ts'
import { runCommandLine } from '../../src/cli/run.ts'
import { command } from '../support/command.ts'
import { cleanUp, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

/** The words of a command line, with quotes around those that contain spaces. */
const split = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
const silent: Terminal = { env: {}, print() {}, write() {}, warn() {}, read: async () => '' }
const herald = (line: string) => command(line.split(' '))

describe('help', () => {
  test('of the program lists every command with one line, in order', async () => {
    const { exitCode, stdout, stderr } = await herald('--help')
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(stdout).toStartWith(`herald ${version}\n\nUsage: herald COMMAND [OPTIONS]\n`)
    const files = await Promise.all(Object.values(nouns).map((read) => read()))
    const names = files.flatMap(({ commands }) => commands.map(({ name }) => name))
    expect(stdout.match(/^ {2}[a-z]+( [a-z]+)*/gm)?.map((line) => line.trim())).toEqual(names)
    expect(stdout).toContain('\n\nServer\n  serve')
    expect(stdout).not.toContain('[--')
  })

  test('every command begins with the name of its file', async () => {
    for (const [noun, read] of Object.entries(nouns))
      for (const { name } of (await read()).commands) expect(name.split(' ')[0]).toBe(noun)
  })

  test.each(['help', '-h'])('herald %s is the same as --help', async (line) => {
    expect(await herald(line)).toEqual(await herald('--help'))
  })

  test.each([
    ['key --help', ['key create', 'key list', 'key revoke']],
    ['help key', ['key create', 'key list', 'key revoke']],
    [
      'feedback --help',
      ['feedback list', 'feedback token create', 'feedback token list', 'feedback token revoke'],
    ],
    ['feedback token --help', ['feedback token create', 'feedback token list', 'feedback token revoke']],
  ])('herald %s lists the commands of the group', async (line, names) => {
    const { exitCode, stdout, stderr } = await herald(line)
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(stdout.match(/^ {2}[a-z]+( [a-z]+)+/gm)?.map((name) => name.trim())).toEqual(names)
  })

  test.each(['key create --help', 'key create -h', 'help key create', 'key create --name x --help'])(
    'herald %s lists the arguments of the command',
    async (line) => {
      const { exitCode, stdout } = await herald(line)
      expect(exitCode).toBe(0)
      expect(stdout).toContain('herald key create --org S --name N [--scope X ...] [--expires DURATION]')
      expect(stdout).toMatch(/--per-minute N +Rate limit of this key/)
    },
  )

  test('of a command ends with two examples, or one if only ids can vary, which the command accepts', async () => {
    for (const [noun, read] of Object.entries(nouns)) {
      const { commands } = await read()
      for (const each of commands) {
        const options = Object.values(each.options)
        const isVaried =
          each.argument !== undefined || options.some((option) => !option.required || option.read)
        expect([each.name, each.examples.length]).toEqual([each.name, isVaried ? 2 : 1])
        const shown = await herald(`${each.name} --help`)
        expect(shown.stdout).toEndWith(
          `\n\nExamples:\n${each.examples.map((example) => `  herald ${example}`).join('\n')}\n`,
        )
        for (const example of each.examples) {
          let ran = 0
          const run = async () => void ran++
          const only = { [noun]: async () => ({ commands: [{ ...each, run }] }) }
          const exitCode = await runCommandLine(only, split(example), silent)
          expect([example, exitCode, ran]).toEqual([example, 0, 1])
        }
      }
    }
  })

  test('of an option names its value by a word or its choices, never by an example', async () => {
    for (const read of Object.values(nouns))
      for (const { name, options } of (await read()).commands)
        for (const { value } of Object.values(options))
          expect([name, value]).toEqual([name, /^\d[^|]*$/.test(value ?? '') ? 'a word' : value])
  })

  test.each([
    ['jobs', 'runs'],
    ['traffic forget', 'traffic delete'],
  ])('of herald %s, a former name, is that of herald %s', async (former, current) => {
    expect(await herald(`${former} --help`)).toEqual(await herald(`${current} --help`))
  })

  test('of a command that does not exist is wrong usage', async () => {
    expect(await herald('dance --help')).toMatchObject({ exitCode: 2, stdout: '' })
    expect(await herald('key dance --help')).toMatchObject({ exitCode: 2, stdout: '' })
  })
})

describe('wrong usage ends with 2 and one sentence', () => {
  test.each([
    ['sevre', 'There is no command "sevre"; did you mean "serve"?'],
    ['fedback list', 'There is no command "fedback"; did you mean "feedback"?'],
    ['dance', 'There is no command "dance"; see: herald --help'],
    ['constructor', 'There is no command "constructor"; see: herald --help'],
    ['key cretae --org acme', 'There is no command "key cretae"; did you mean "key create"?'],
    [
      'feedback token revok',
      'There is no command "feedback token revok"; did you mean "feedback token revoke"?',
    ],
    ['key dance', 'There is no command "key dance"; see: herald key --help'],
    ['key', '"key" needs a subcommand: key create, key list, key revoke.'],
    ['webhook --org acme', '"webhook" needs a subcommand: webhook secret, webhook logs.'],
    ['key create --nmae x', "Unknown option '--nmae'; did you mean --name?"],
    ['key create --dance x', "Unknown option '--dance'; see: herald key create --help"],
    ['key create x', "Unexpected argument 'x'; see: herald key create --help"],
    ['org limits --credits -1', '--credits needs a value; see: herald org limits --help'],
    ['changelog --format', '--format needs a value; see: herald changelog --help'],
    ['--dance', "Unknown option '--dance'; see: herald serve --help"],
    ['key create --org acme', 'key create: --name N is required; see: herald key create --help'],
    [
      'key create --org acme --name x --expires soon',
      '"soon" is not a duration: write 12h, 30d or 8w, for example.',
    ],
    ['org limits --org acme --credits many', '--credits must be a whole number or "unlimited", not "many".'],
    ['org limits --org acme --log-retention 8', '--log-retention must be 7, 14 or 30, not "8".'],
    ['webhook logs --org acme --limit 0', '--limit must be a whole number of at least 1, not "0".'],
    ['mcp --feedback-url ftp://x', '--feedback-url must be an http or https URL, not "ftp://x".'],
    ['changelog --since soon', '"soon" is not a time: write 24h, 7d, 2w or a date such as 2026-01-31.'],
  ])('herald %s', async (line, sentence) => {
    expect(await herald(line)).toEqual({ exitCode: 2, stdout: '', stderr: `herald: ${sentence}\n` })
  })

  test('an impossible value is wrong usage too', async () => {
    const settings = { DATA_DIR: temporaryFolder() }
    const made = ['org', 'create', '--slug', 'acme', '--name', 'Acme']
    expect((await command(made, settings)).exitCode).toBe(0)
    for (const [line, sentence] of [
      ['org create --slug Upper --name x', 'A slug must have 1 to 63 lowercase letters, digits and hyphens'],
      ['org create --slug setup --name x', 'The dashboard has a page at /app/setup: choose another slug.'],
      [`org create --slug x --name ${'x'.repeat(121)}`, 'A name must have 1 to 120 characters.'],
      [`key create --org acme --name ${'x'.repeat(101)}`, 'The name of a key must have 1 to 100 characters.'],
      ['key create --org acme --name x --scope posts.dance', 'There is no scope "posts.dance"'],
      [
        'key create --org acme --name x --scope post.read',
        'no scope "post.read"; did you mean "posts.read"?',
      ],
      [
        'webhook secret --org acme --repo acme',
        '"acme" is not a repository name. Write OWNER/NAME, such as acme/app.',
      ],
    ] as const) {
      const { exitCode, stdout, stderr } = await command(line.split(' '), settings)
      expect([line, exitCode, stdout]).toEqual([line, 2, ''])
      expect(stderr).toContain(sentence)
    }
    // A port in use only ends with 1.
    expect((await command(made, settings)).exitCode).toBe(1)
  })
})

test.each(['version', '--version', '-v', '-V'])('herald %s prints the version', async (line) => {
  expect(await herald(line)).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' })
})

describe('completion', () => {
  test.each([
    ['k', ['key']],
    ['key ', ['create', 'list', 'revoke']],
    ['key create --na', ['--name']],
    ['feedback token r', ['revoke']],
    ['completion ', ['bash', 'zsh', 'fish', '--help']],
  ])('of bash completes "herald %s"', async (typed, expected) => {
    const { stdout } = await herald('completion bash')
    const words = ['herald', ...typed.split(' ')].map((word) => `'${word}'`).join(' ')
    const script = `${stdout}\nCOMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _herald; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout: found } = Bun.spawnSync(['bash', '-c', script])
    expect(found.toString().trim().split('\n')).toEqual(expected)
  })

  test.each(['bash', 'zsh', 'fish'])('of %s has every command', async (shell) => {
    const { stdout } = await herald(`completion ${shell}`)
    for (const noun of Object.keys(nouns)) expect(stdout).toContain(noun)
  })

  test('of another shell is wrong usage', async () => {
    expect(await herald('completion tcsh')).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'herald: completion: SHELL is required: bash, zsh or fish.\n',
    })
  })
})
