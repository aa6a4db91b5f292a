import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { program } from '../support/process'
import { freePort, startSqld } from '../support/sqld'
import { client } from './client'
import { startCodeHost } from './code-host'
import { eventually } from './eventually'

const root = resolve(import.meta.dir, '../..')
const command = process.env.HERALD_COMMAND?.split(' ') ?? program

export type Environment = Record<string, string>
export type Finished = Awaited<ReturnType<typeof runProcess>>

function spawn(args: string[], environment: Environment, timeout?: number) {
  return Bun.spawn([...command, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout,
  })
}

// Runs a command in this process, which takes a tenth of the time, or as the program under test.
export async function run(args: string[], environment: Environment = {}) {
  if (process.env.HERALD_COMMAND) return runProcess(args, environment)
  const { command } = await import('../support/command')
  return command(args, environment)
}

// Runs a command in its own process: for tests about processes, and for another time of day.
export async function runProcess(args: string[], environment: Environment = {}) {
  const child = spawn(args, environment, 15_000)
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { exitCode, stdout, stderr }
}

// The product's time relative to the real time.
export function at(shift: number): Environment {
  return { CLOCK_SHIFT_MS: String(shift), BUN_OPTIONS: `--preload ${join(import.meta.dir, 'clock.ts')}` }
}

export const minutes = (count: number) => count * 60_000
export const days = (count: number) => count * 24 * 60 * 60_000

export function temporaryFolder() {
  return mkdtemp(join(tmpdir(), 'herald-contract-'))
}

async function serve(environment: Environment) {
  const child = spawn(['serve'], environment)
  const output = Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  await eventually('the server to be ready', async () => {
    if (child.exitCode !== null) throw new Error(`The server ended: ${(await output).join('\n')}`)
    const answer = await fetch(`http://127.0.0.1:${environment.PORT}/readyz`).catch(() => null)
    return answer?.status === 200
  })
  return async () => {
    child.kill('SIGTERM')
    const exitCode = await child.exited
    const [stdout, stderr] = await output
    return { exitCode, stdout, stderr }
  }
}

export type Herald = Awaited<ReturnType<typeof startHerald>>

export async function startHerald(environment: Environment = {}) {
  const dataDir = await temporaryFolder()
  const codeHost = startCodeHost()
  const port = await freePort()
  const server = process.env.TEST_DATABASE === 'libsql' ? await startSqld(join(dataDir, 'sqld')) : null
  const settings: Environment = {
    DATA_DIR: dataDir,
    PORT: String(port),
    GITHUB_API_URL: codeHost.url,
    LOG_LEVEL: 'warn',
    ...(server ? { DATABASE_URL: server.url } : {}),
    ...environment,
  }
  let terminate = await serve(settings).catch(async (error) => {
    codeHost.stop()
    await rm(dataDir, { recursive: true, force: true })
    throw error
  })
  const url = `http://127.0.0.1:${port}`

  async function cli(...args: string[]) {
    return run(args, settings)
  }

  // Runs a command that must succeed and returns its output.
  async function done(...args: string[]) {
    const finished = await cli(...args)
    if (finished.exitCode !== 0) throw new Error(`${args.join(' ')} failed: ${finished.stderr}`)
    return finished.stdout.trim()
  }

  return {
    url,
    port,
    dataDir,
    settings,
    codeHost,
    cli,
    done,
    async restart(changes: Environment = {}) {
      await terminate()
      terminate = await serve({ ...settings, ...changes })
    },
    async stop() {
      const ended = await terminate()
      codeHost.stop()
      await server?.stop()
      await rm(dataDir, { recursive: true, force: true })
      return ended
    },
  }
}

export async function createKey(herald: Herald, slug: string, ...flags: string[]) {
  return herald.done('key', 'create', '--org', slug, '--name', 'contract', ...flags)
}

export type Organization = Awaited<ReturnType<typeof openOrganization>>

export async function openOrganization(herald: Herald, slug: string) {
  const printed = await herald.done('org', 'create', '--slug', slug, '--name', `The ${slug} team`, '--json')
  const { id, name } = JSON.parse(printed) as { id: string; name: string }
  const key = await createKey(herald, slug)
  return { id, slug, name, key, api: client(herald.url, key) }
}
