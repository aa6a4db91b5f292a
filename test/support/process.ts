import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export type Settings = Record<string, string>
/** What is run, and where: the sources from the checkout unless told otherwise. */
export type Place = { command?: string[]; folder?: string }
export type Finished = { exitCode: number; stdout: string; stderr: string }
export type Server = ReturnType<typeof launch>

export const checkout = resolve(import.meta.dir, '../..')
export const sources = [process.execPath, join(checkout, 'src/main.ts')]

const running = new Set<Bun.Subprocess>()
const folders = new Set<string>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A folder that is removed when the tests end. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'herald-process-'))
  folders.add(folder)
  return folder
}

/** Whether a process may have a file system of its own, as root or by the kernel's leave. */
export const canMount = Bun.spawnSync(['unshare', '-rm', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).success

/**
 * Runs Herald with its data on a disk of its own that ends with the process, filled from `content`.
 * Where that is not allowed, a limit on the size of files stands in for the small disk.
 */
export function onSmallDisk(folder: string, options: string, content = '/var/empty'): Place {
  if (!canMount)
    return { command: ['bash', '-c', `trap '' XFSZ; ulimit -f 32; exec "$@"`, 'bash', ...sources] }
  const mount = `mount -t tmpfs -o "$1" tmpfs "$0"; [ ! -d "$2" ] || cp -a "$2/." "$0"; shift 2; exec "$@"`
  return { command: ['unshare', '-rm', 'sh', '-c', mount, folder, options, content, ...sources] }
}

/** Runs one command to its end. */
export async function run(args: string[], settings: Settings = {}, place: Place = {}): Promise<Finished> {
  const { child, stdout, stderr } = spawn(args, settings, place)
  return { exitCode: await child.exited, stdout: await stdout, stderr: await stderr }
}

/** As `run`, for a command that has to work: gives what it printed. */
export async function succeed(args: string[], settings: Settings, place: Place = {}): Promise<string> {
  const { exitCode, stdout, stderr } = await run(args, settings, place)
  if (exitCode !== 0) throw new Error(`herald ${args.join(' ')} ended with ${exitCode}: ${stderr}`)
  return stdout.trim()
}

/** Starts a server without waiting for it. */
export function launch(settings: Settings, place: Place = {}) {
  const { child, stdout, stderr } = spawn(['serve'], settings, place)
  const url = `http://127.0.0.1:${settings.PORT}`

  async function end(signal: 'SIGTERM' | 'SIGKILL') {
    child.kill(signal)
    return child.exited
  }

  return {
    url,
    pid: child.pid,
    /** What it printed, once it has ended. */
    output: async () => `${await stdout}${await stderr}`,
    exited: child.exited,
    async ready() {
      for (;;) {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`The server ended: ${await stdout}${await stderr}`)
        const answer = await fetch(`${url}/readyz`).catch(() => null)
        if (answer?.status === 200) return
        await Bun.sleep(5)
      }
    },
    terminate: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

export async function start(settings: Settings, place: Place = {}): Promise<Server> {
  const server = launch(settings, place)
  await server.ready()
  return server
}

function spawn(args: string[], settings: Settings, { command = sources, folder = checkout }: Place) {
  const child = Bun.spawn([...command, ...args], {
    cwd: folder,
    // Nothing of the environment of the tests but what any program needs.
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...settings },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  running.add(child)
  void child.exited.then(() => running.delete(child))
  return { child, stdout: new Response(child.stdout).text(), stderr: new Response(child.stderr).text() }
}
