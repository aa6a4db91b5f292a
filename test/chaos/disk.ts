import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adopt, type Place, program, type Server, temporaryFolder } from '../support/process.ts'

/** A disk that a test fills and empties while a server runs on it. */
export type Disk = {
  place: Place
  /** The folder of the data, as the tests see it. */
  folder: string
  fill(server: Server): void
  free(server: Server): void
  remove(): void
}

/** Whether a process may have its own file system, as root or by kernel permission. */
export const canMount =
  Bun.which('unshare') !== null &&
  Bun.spawnSync(['unshare', '-rm', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).success

/** A disk mounted at `folder`, visible only in its own mount namespace. */
export async function mountDisk(folder: string, options: string): Promise<Disk> {
  const script = 'mount -t tmpfs -o "$1" tmpfs "$0" && echo mounted && exec sleep infinity'
  const holder = Bun.spawn(['unshare', '-rm', 'sh', '-c', script, folder, options], { stdout: 'pipe' })
  adopt(holder)
  const { value } = await holder.stdout.getReader().read()
  if (!value) throw new Error(`No disk could be mounted with ${options}.`)
  const inside = join(`/proc/${holder.pid}/root`, folder)
  const filler = join(inside, 'filler')
  const enter = ['nsenter', '--target', String(holder.pid), '--user', '--mount', '--preserve-credentials']
  return {
    place: { command: [...enter, ...program] },
    folder: inside,
    fill() {
      for (const size of [65536, 4096]) while (append(filler, size));
    },
    free: () => rmSync(filler),
    remove: () => holder.kill('SIGKILL'),
  }
}

/** Without permission to mount: a limit on the size of files. */
export function limitFiles(folder = temporaryFolder(), kilobytes: number | 'unlimited' = 'unlimited'): Disk {
  const script = `trap '' XFSZ; ulimit -S -f ${kilobytes}; exec "$@"`
  const limit = ({ pid }: Server, bytes: string) =>
    Bun.spawnSync(['prlimit', '--pid', String(pid), `--fsize=${bytes}:`]).success
  return {
    place: { command: ['bash', '-c', script, 'bash', ...program] },
    folder,
    fill: (server) => expectDone(limit(server, '1')),
    free: (server) => expectDone(limit(server, 'unlimited')),
    remove() {},
  }
}

function append(path: string, size: number): boolean {
  try {
    writeFileSync(path, new Uint8Array(size), { flag: 'a' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  }
}

function expectDone(done: boolean) {
  if (!done) throw new Error('The limit on the size of files could not be set.')
}
