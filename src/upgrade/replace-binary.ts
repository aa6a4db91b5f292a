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
import type { ReleaseSource } from './release-source.ts'

export type UpgradeRequest = {
  /** The running binary and its version. */
  path: string
  version: string
  source: ReleaseSource
  /** The version to install; null for the newest. */
  to: string | null
  report?: (step: string) => void
}

/** `previous` is the path of the replaced binary; null if the version was already installed. */
export type Upgraded = { version: string; previous: string | null }

/**
 * Replaces a binary that install.sh installed with that of another release, and keeps the old one next to it. Throws an
 * OperatorError and changes nothing unless the signature and the sum of the release are right and its binary runs.
 */
export async function upgradeBinary(request: UpgradeRequest): Promise<Upgraded> {
  const { path, source, to, report = () => {} } = request
  const installed = await requireOwnBinary(path)
  report('Reading the release')
  const list = await fetchList(source, to)
  if (to === null) refuseOlder(request, list)
  if (list.version === request.version) return { version: list.version, previous: null }
  requireWritable(dirname(path))
  removeLeftovers(path)
  const archive = `${path}.upgrade-${process.pid}.tar.gz`
  const next = `${path}.upgrade-${process.pid}`
  try {
    report(`Downloading ${list.version}`)
    await fetchFile(source, list, `herald-${list.version}-${source.target}.tar.gz`, archive)
    await unpack(archive, next)
    await requireVersion(next, list.version)
    await swap(path, next, [{ sum: await sumOf(next), version: list.version }, ...installed])
  } finally {
    for (const file of [archive, next]) rmSync(file, { force: true })
  }
  return { version: list.version, previous: `${path}.old` }
}

/** An old list, which was signed once, must not be passed off as the newest. */
function refuseOlder({ version, source }: UpgradeRequest, list: { version: string; time: Date }) {
  const isOlder = list.time < new Date(source.time) || Bun.semver.order(list.version, version) < 0
  if (!isOlder) return
  throw new OperatorError(
    `The newest release is ${list.version}, which is older than this binary, ${version}. To install it, add --to ${list.version}.`,
  )
}

function requireWritable(folder: string) {
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    throw new OperatorError(`This user cannot write to ${folder}. Run the command as its owner.`)
  }
}

/** Files of an upgrade that was killed. */
function removeLeftovers(path: string) {
  const folder = dirname(path)
  for (const name of readdirSync(folder))
    if (name.startsWith(`${basename(path)}.upgrade-`)) rmSync(join(folder, name), { force: true })
}

/** Writes the bytes of the binary in an archive, and nothing else of it. */
async function unpack(archive: string, to: string) {
  const files = await new Bun.Archive(await Bun.file(archive).bytes()).files()
  const binary = files.get('herald') ?? files.get('herald.exe')
  if (!binary) throw new OperatorError('The archive of the release has no binary. Nothing was changed.')
  writeFileSync(to, await binary.bytes())
  chmodSync(to, 0o755)
}

async function requireVersion(binary: string, version: string) {
  const child = Bun.spawn([binary, 'version'], { env: {}, stdin: 'ignore', stdout: 'pipe', stderr: 'ignore' })
  const printed = await child.stdout.text()
  if ((await child.exited) !== 0 || printed.trim() !== version)
    throw new OperatorError(`The binary of ${version} does not run on this machine. Nothing was changed.`)
}

/** At every moment there is a whole binary at the path, and the record names it. */
async function swap(path: string, next: string, installed: Installed[]) {
  const record = recordOf(path)
  const writing = `${record}.new`
  writeFileSync(writing, writeRecord(installed))
  renameSync(writing, record)
  flush(next)
  const old = `${path}.old`
  // Windows does not replace a running program, but renames it.
  if (process.platform === 'win32') renameSync(path, old)
  else {
    copyFileSync(path, `${next}.old`)
    renameSync(`${next}.old`, old)
  }
  renameSync(next, path)
  if (process.platform !== 'win32') flush(dirname(path))
}

function flush(path: string) {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
