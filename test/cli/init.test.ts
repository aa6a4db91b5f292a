import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nouns } from '../../src/cli/commands.ts'
import { runCommandLine } from '../../src/cli/run.ts'
import { goodToken, startCodeHost } from '../contract/code-host.ts'
import { command } from '../support/command.ts'
import { cleanUp, program, type Settings, temporaryFolder } from '../support/process.ts'

let host: ReturnType<typeof startCodeHost>
beforeAll(() => {
  host = startCodeHost()
})
afterAll(async () => {
  host.stop()
  await cleanUp()
})

const newSettings = (): Settings => ({
  DATA_DIR: join(temporaryFolder(), 'data'),
  GITHUB_API_URL: host.url,
})

function tokenFile(token: string): string {
  const path = join(temporaryFolder(), 'token')
  writeFileSync(path, `${token}\n`)
  return path
}

const init = (settings: Settings, ...options: string[]) => command(['init', ...options], settings)
const privately = ['--org', 'acme', '--repo', 'acme/private-app']

describe('herald init with options', () => {
  test('creates an organization, a key, a connection and its webhook, and prints them with --json', async () => {
    const settings = newSettings()
    const { exitCode, stdout, stderr } = await init(
      settings,
      ...[...privately, '--name', 'Acme Inc', '--token-file', tokenFile(goodToken), '--json'],
    )
    expect([exitCode, stderr]).toEqual([0, ''])
    const made = JSON.parse(stdout)
    expect(Object.keys(made)).toEqual(['organization', 'key', 'integrationId', 'url', 'secret'])
    expect(made.organization).toBe('acme')
    expect(made.key).toMatch(/^herald_[0-9a-f]+$/)

    const [organization] = JSON.parse((await command(['org', 'list', '--json'], settings)).stdout)
    expect(organization.name).toBe('Acme Inc')
    const hook = `/api/webhooks/github/${organization.id}/${made.integrationId}/${made.integrationId}`
    expect(made.url).toBe(`http://localhost:3000${hook}`)
    const asked = ['webhook', 'secret', '--org', 'acme', '--repo', 'acme/private-app', '--json']
    expect(JSON.parse((await command(asked, settings)).stdout)).toEqual({
      secret: made.secret,
      url: made.url,
    })
    const keys = JSON.parse((await command(['key', 'list', '--org', 'acme', '--json'], settings)).stdout)
    expect(keys.map(({ start }: { start: string }) => made.key.startsWith(start))).toEqual([true])
  })

  test('shows on a terminal that it waits for the code host', async () => {
    const shown = Promise.withResolvers<string>()
    using host = Bun.serve({
      port: 0,
      async fetch() {
        await shown.promise
        return new Response('{}', { status: 404 })
      },
    })
    const settings = { ...newSettings(), GITHUB_API_URL: host.url.origin }
    const status = (text: string) => shown.resolve(text)
    const { exitCode } = await command(['init', '--org', 'acme', '--repo', 'acme/app'], settings, { status })
    expect([exitCode, await shown.promise]).toEqual([1, 'Connecting acme/app'])
  })

  test('prints which page to open and what to enter', async () => {
    const settings = newSettings()
    const { stdout, stderr } = await init(settings, '--org', 'acme', '--repo', 'acme/app')
    expect(stderr).toContain('poll instead: herald repo watch --org acme --repo acme/app --every 5m')
    expect(stdout).toContain('open\n  https://github.com/acme/app/settings/hooks/new\n')
    expect(stdout).toMatch(/Payload URL {3}http:\/\/localhost:3000\/api\/webhooks\/github\//)
    expect(stdout).toMatch(/Secret {8}[0-9a-f]{64}\n/)
    expect(stdout).toMatch(/Key {11}herald_[0-9a-f]+ \(it is not shown again\)\n/)
  })

  test('run again, it resumes: the token is replaced, the webhook stays', async () => {
    const settings = newSettings()
    const options = [...privately, '--json', '--token-file', tokenFile(goodToken)]
    const first = JSON.parse((await init(settings, ...options)).stdout)
    const second = JSON.parse((await init(settings, ...options)).stdout)
    expect({ ...second, key: first.key }).toEqual(first)
    const { exitCode, stderr } = await init(
      settings,
      ...[...privately, '--token-file', tokenFile(`ghp_${'b'.repeat(36)}`)],
    )
    expect([exitCode, stderr]).toEqual([
      1,
      'herald: Invalid GitHub token or insufficient repository access\n',
    ])
  })

  test('says why GitHub could not be asked, and what to do', async () => {
    const settings = { ...newSettings(), GITHUB_API_URL: 'http://127.0.0.1:9' }
    expect(await init(settings, '--org', 'acme', '--repo', 'acme/app')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        'herald: acme/app was not connected. GitHub could not be reached at http://127.0.0.1:9. Check GITHUB_API_URL and the network connection of this machine, then repeat the command.\n',
    })
  })

  test.each([
    [['--repo', 'acme/app'], 'init: --org S is required.'],
    [['--org', 'acme'], 'init: --repo OWNER/NAME is required.'],
    [
      ['--org', 'acme', '--repo', 'acme'],
      '"acme" is not a repository name. Write OWNER/NAME, such as acme/app.',
    ],
  ])('%p without a terminal is wrong usage and creates nothing', async (options, sentence) => {
    const settings = newSettings()
    expect(await init(settings, ...options)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `herald: ${sentence}\n`,
    })
    expect(existsSync(settings.DATA_DIR as string)).toBe(false)
  })

  test.each([
    ['missing', '/nowhere/token', '--token-file cannot be read: there is no file /nowhere/token.'],
    ['empty', () => tokenFile(''), '--token-file names an empty file'],
    ['of no token', () => tokenFile('hunter2'), 'Enter a valid GitHub personal access token'],
  ])('a token file that is %s ends with 1', async (_, file, sentence) => {
    const path = typeof file === 'string' ? file : file()
    const { exitCode, stdout, stderr } = await init(newSettings(), ...privately, '--token-file', path)
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(stderr).toStartWith(`herald: ${sentence}`)
  })
})

describe('herald init at a keyboard', () => {
  test('asks for missing values, and for the token without showing it', async () => {
    const questions: [string, boolean | undefined][] = []
    const answers = ['acme', 'acme/private-app', goodToken]
    let printed = ''
    const exitCode = await runCommandLine(nouns, ['init', '--json'], {
      env: newSettings(),
      print: (text) => {
        printed += text
      },
      write: (text) => void process.stdout.write(text),
      warn: console.error,
      read: async () => '',
      async ask(question, isHidden) {
        questions.push([question, isHidden])
        return answers.shift() ?? ''
      },
    })
    expect(exitCode).toBe(0)
    expect(JSON.parse(printed).organization).toBe('acme')
    expect(questions).toEqual([
      ['Organization (a short name, such as acme):', undefined],
      ['Repository (OWNER/NAME):', undefined],
      ['Token that can read it (leave empty for a public repository):', true],
    ])
  })

  test('works on a terminal', async () => {
    const answers: [string, string][] = [
      ['such as acme):', 'acme'],
      ['(OWNER/NAME):', 'acme/private-app'],
      ['public repository):', goodToken],
    ]
    let screen = ''
    const decoder = new TextDecoder()
    const closed = Promise.withResolvers<void>()
    const child = Bun.spawn([...program, 'init'], {
      env: { ...newSettings(), PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' },
      terminal: {
        exit: () => closed.resolve(),
        data(terminal, bytes) {
          screen += decoder.decode(bytes, { stream: true })
          const [question, answer] = answers[0] ?? []
          if (!question || !screen.includes(question)) return
          answers.shift()
          terminal.write(`${answer}\r`)
        },
      },
    })
    const exitCode = await child.exited
    await closed.promise
    expect([screen, exitCode]).toEqual([screen, 0])
    expect(screen).toContain('Repository    acme/private-app')
    expect(screen).not.toContain(goodToken)
  })
})
