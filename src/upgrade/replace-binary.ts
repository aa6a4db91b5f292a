import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { OperatorError } from '../errors.ts'
import { type Installed, recordOf, requireOwnBinary, sumOf, writeRecord } from './binary-owner.ts'
import { fetchFile, fetchList } from './fetch-release.ts'
import type { ReleaseList } from './release-list.ts'
import type { ReleaseSource } from './release-source.ts'
import { withUpgradeLock } from './upgrade-lock.ts'
import { UpgradeRefused } from './upgrade-refused.ts'

export type UpgradeRequest = {
  /** The installed binary, which may have been replaced since this process started. */
  path: string
  source: ReleaseSource
  /** The version to install; null for the newest. */
  to: string | null
  report?: (step: string) => void
}

/** `previous` is the path of the replaced binary; null if the version was already installed. */
export type Upgraded = { version: string; previous: string | null }

/**
 * Replaces a binary that install.sh installed with that of another release, and keeps the old one next to it. Throws an
 * UpgradeRefused and changes nothing unless the signature and the sum of the release are right and its binary runs.
 */
export async function upgradeBinary(request: UpgradeRequest): Promise<Upgraded> {
  const { path, source, to, report = () => {} } = request
  const { current } = await requireOwnBinary(path)
  report('Reading the release')
  const list = await fetchList(source, to)
  if (to === null) refuseOlder(source, current, list)
  if (list.version === current.version) return { version: list.version, previous: null }
  requireWritable(dirname(path))
  return withUpgradeLock(path, () => replace(request, list))
}

async function replace({ path, source, report = () => {} }: UpgradeRequest, list: ReleaseList) {
  // Another upgrade may have replaced the binary in the meantime.
  const { current, recorded } = await requireOwnBinary(path)
  if (list.version === current.version) return { version: list.version, previous: null }
  removeLeftovers(path)
  const next = `${path}${mark}${process.pid}`
  const archive = `${next}.tar.gz`
  try {
    report(`Downloading ${list.version}`)
    const name = `herald-${list.version}-${source.target}.tar.gz`
    await fetchFile(source, list, name, archive)
    await unpack(archive, name, next)
    await requireVersion(next, list.version)
    const kept = recorded.filter(({ sum }) => sum === current.sum)
    await swap(path, next, [{ sum: await sumOf(next), version: list.version }, ...kept])
  } catch (error) {
    throw explainFile(error)
  } finally {
    for (const file of [archive, next, `${next}.old`]) rmSync(file, { force: true })
  }
  return { version: list.version, previous: `${path}.old` }
}

/** An old list, which was signed once, must not be passed off as the newest. */
function refuseOlder(source: ReleaseSource, current: Installed, list: ReleaseList) {
  const isOlder = list.time < new Date(source.time) || Bun.semver.order(list.version, current.version) < 0
  if (!isOlder) return
  throw new UpgradeRefused(
    `The newest release is ${list.version}, which is older than this binary, ${current.version}.`,
    `To install it, add --to ${list.version}.`,
  )
}

function requireWritable(folder: string) {
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    throw new UpgradeRefused(`This user cannot write to ${folder}.`, 'Run the command as its owner.')
  }
}

/** In the names of the files of an upgrade, before the id of its process. */
const mark = '.upgrade-'

/** Deletes the files of upgrades that were killed. */
function removeLeftovers(path: string) {
  const folder = dirname(path)
  for (const name of readdirSync(folder)) {
    const [file, owner] = name.split(mark)
    if (file === basename(path) && owner !== undefined && !isRunning(Number.parseInt(owner, 10)))
      rmSync(join(folder, name), { force: true })
  }
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function explainFile(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof OperatorError || code === undefined) return error
  const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)
  const reason = isFull ? 'The disk has no space for it' : code
  return new OperatorError(`The new binary could not be stored: ${reason}. The old one is unchanged.`)
}

/** Writes the bytes of the binary in an archive, and nothing else of it. */
async function unpack(archive: string, name: string, to: string) {
  const bytes = await Bun.file(archive).bytes()
  const files = await new Bun.Archive(bytes).files().catch(() => {
    throw new UpgradeRefused(`${name} is incomplete or damaged.`)
  })
  const binary = files.get('herald') ?? files.get('herald.exe')
  if (!binary) throw new UpgradeRefused('The archive of the release has no binary.')
  writeFileSync(to, await binary.bytes())
  chmodSync(to, 0o755)
}

async function requireVersion(binary: string, version: string) {
  const printed = await printedVersion(binary).catch(() => null)
  if (printed !== version) throw new UpgradeRefused(`The binary of ${version} does not run on this machine.`)
}

/** Rejects if the binary cannot be started. */
async function printedVersion(binary: string): Promise<string | null> {
  const { SystemRoot = '' } = process.env
  const child = Bun.spawn([binary, 'version'], {
    ...{ stdin: 'ignore', stdout: 'pipe', stderr: 'ignore', timeout: 30_000 },
    // Windows starts no program without it.
    env: { SystemRoot },
  })
  const printed = await child.stdout.text()
  return (await child.exited) === 0 ? printed.trim() : null
}

/** At every moment there is a whole binary at the path, and the record names it; on Windows, only before and after. */
async function swap(path: string, next: string, installed: Installed[]) {
  const record = recordOf(path)
  const writing = `${record}.new`
  writeFileSync(writing, writeRecord(installed))
  renameSync(writing, record)
  flush(next)
  const old = `${path}.old`
  // Windows does not replace a running program, but renames it.
  if (process.platform === 'win32') return swapNames(path, next, old)
  copyFileSync(path, `${next}.old`)
  renameSync(`${next}.old`, old)
  renameSync(next, path)
  flush(dirname(path))
}

function swapNames(path: string, next: string, old: string) {
  renameSync(path, old)
  try {
    renameSync(next, path)
  } catch (error) {
    renameSync(old, path)
    throw error
  }
}

function flush(path: string) {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
