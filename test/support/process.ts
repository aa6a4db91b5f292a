import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export type Settings = Record<string, string>
/** The command and its folder: the program from the checkout by default. */
export type Place = { command?: string[]; folder?: string }
export type Finished = { exitCode: number; stdout: string; stderr: string }
export type Server = ReturnType<typeof launch>

export const checkout = resolve(import.meta.dir, '../..')
/** The program of tests that need a process: the binary that the check has built, else the sources. */
export const program = process.env.HERALD_PROGRAM
  ? [process.env.HERALD_PROGRAM]
  : [process.execPath, join(checkout, 'src/main.ts')]

const running = new Set<Bun.Subprocess>()
const folders = new Set<string>()
/**
 * Ends remaining processes and removes their folders; every test file that starts a process calls it after
 * all tests.
 */
export async function cleanUp() {
  for (const child of running) child.kill('SIGKILL')
  await Promise.all([...running].map((child) => child.exited))
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  folders.clear()
}

/** Registers another process for `cleanUp`. */
export function adopt(child: Bun.Subprocess) {
  running.add(child)
  void child.exited.then(() => running.delete(child))
}

/** A folder that is removed when the tests end. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'herald-process-'))
  folders.add(folder)
  return folder
}

/** Runs one command to its end. */
export async function run(args: string[], settings: Settings = {}, place: Place = {}): Promise<Finished> {
  const { child, printed, ended } = spawn(args, settings, place)
  return { exitCode: await ended, stdout: printed(child.stdout), stderr: printed(child.stderr) }
}

/** As `run`, for a command that must succeed: returns its output. */
export async function succeed(args: string[], settings: Settings, place: Place = {}): Promise<string> {
  const { exitCode, stdout, stderr } = await run(args, settings, place)
  if (exitCode !== 0) throw new Error(`herald ${args.join(' ')} ended with ${exitCode}: ${stderr}`)
  return stdout.trim()
}

/** Starts a server without waiting for it. */
export function launch(settings: Settings, place: Place = {}, options: string[] = []) {
  const { child, printed, ended } = spawn(['serve', ...options], settings, place)
  const url = `http://127.0.0.1:${settings.PORT}`

  async function end(signal: 'SIGTERM' | 'SIGKILL') {
    child.kill(signal)
    return ended
  }
  const output = () => printed(child.stdout) + printed(child.stderr)

  return {
    url,
    pid: child.pid,
    /** Its output up to now. */
    output,
    exited: ended,
    async hasPrinted(text: string) {
      while (!output().includes(text)) await Bun.sleep(5)
    },
    async ready() {
      for (;;) {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`The server ended: ${output()}`)
        const answer = await fetch(`${url}/readyz`).catch(() => null)
        if (answer?.status === 200) return
        await Bun.sleep(5)
      }
    },
    terminate: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

export async function start(settings: Settings, place: Place = {}, options: string[] = []): Promise<Server> {
  const server = launch(settings, place, options)
  await server.ready()
  return server
}

function spawn(args: string[], settings: Settings, { command = program, folder = checkout }: Place) {
  const child = Bun.spawn([...command, ...args], {
    cwd: folder,
    // No environment variable of the tests but those that any program needs.
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...settings },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  adopt(child)
  const texts = new Map<ReadableStream, string>()
  const read = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const bytes of stream)
      texts.set(stream, (texts.get(stream) ?? '') + decoder.decode(bytes, { stream: true }))
  }
  const ended = Promise.all([child.exited, read(child.stdout), read(child.stderr)]).then(
    ([exitCode]) => exitCode,
  )
  return { child, ended, printed: (stream: ReadableStream) => texts.get(stream) ?? '' }
}
