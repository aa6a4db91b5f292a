import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { compressedSuffix, openPlain } from '../backup/compress.ts'
import { encryptedSuffix } from '../backup/encrypt.ts'
import type { Manifest } from '../backup/manifest.ts'
import { nameAt } from '../backup/name.ts'
import { prune } from '../backup/prune.ts'
import { recordBackup } from '../backup/record.ts'
import type { Retention } from '../backup/retention.ts'
import { openBucket, splitAddress } from '../backup/s3.ts'
import { isBackupTarget, isBucket, withoutDetails } from '../backup/target.ts'
import { verifyBackup } from '../backup/verify.ts'
import { type BackupRequest, writeBackup } from '../backup/write.ts'
import type { Config } from '../config.ts'
import { databaseFile } from '../db/client.ts'
import { partialSuffix, snapshotsOf } from '../db/snapshot.ts'
import { OperatorError, UsageError } from '../errors.ts'
import { readTokenFile } from './token-file.ts'

type Request = Omit<BackupRequest, 'to'>
export type Described = ReturnType<typeof describe>
type Saved = { described: Described; manifest: Manifest; removed: string[] }

/** Writes a backup to a file, or to a folder whose older backups are then deleted. */
export async function saveToFile(
  { dataDir }: Config,
  target: string,
  request: Request,
  keep?: Retention,
): Promise<Saved> {
  if (!isBackupTarget(target))
    throw new UsageError(
      `A backup needs a file, a folder or s3://BUCKET/PREFIX, not ${withoutDetails(target)}.`,
    )
  const isFolder = target.endsWith('/') || isDirectory(target)
  if (keep && !isFolder) throw new UsageError('--keep requires a folder: end the path with a slash.')
  const file = resolve(isFolder ? join(target, nameOf(request)) : target)
  if (isFolder) createFolder(target)
  else if (!isDirectory(dirname(file))) throw new OperatorError(`There is no folder ${dirname(file)}.`)
  return recordBackup(dataDir, file, request.at, async () => {
    const manifest = await writeBackup({ ...request, to: file })
    // Older backups are deleted only after the new one was read back.
    if (keep) {
      using plain = await openPlain(file, request.passphrase)
      verifyBackup(plain.file)
    }
    const removed = keep ? prune(dirname(file), keep, basename(file)) : []
    const described = describe(file, manifest)
    return { described, manifest, removed, bytes: described.bytes }
  })
}

function createFolder(path: string) {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    const failed = `The folder ${path} cannot be created`
    if (code === 'ENOTDIR' || code === 'EEXIST')
      throw new OperatorError(`${failed}: a part of this path is a file.`)
    throw new OperatorError(`${failed} by this user (${code}). Choose another folder, or create it.`)
  }
}

/** Writes a backup next to the database, uploads it, reads it back, and then deletes older ones. */
export async function saveToBucket(
  config: Config,
  target: string,
  request: Request,
  keep?: Retention,
): Promise<Saved> {
  const bucket = openBucket(target, config)
  const name = nameOf(request)
  const folder = snapshotsOf(databaseFile(config.databaseUrl) ?? join(config.dataDir, 'herald.db'))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const local = join(folder, `upload-${process.pid}.db${partialSuffix}`)
  return recordBackup(config.dataDir, bucket.addressOf(name), request.at, async () => {
    try {
      const manifest = await writeBackup({ ...request, to: local })
      await bucket.upload(local, name)
      const described = { ...describe(local, manifest), file: bucket.addressOf(name) }
      const removed = keep ? await bucket.prune(keep, name) : []
      return { described, manifest, removed, bytes: described.bytes }
    } finally {
      rmSync(local, { force: true })
    }
  })
}

/** A backup as a local file without compression; what it copies for that is deleted at the end. */
export async function openLocal(config: Config, target: string, passphrase: string | null) {
  if (!isBucket(target)) {
    const address = resolve(target)
    return { ...(await openPlain(address, passphrase)), address }
  }
  const { folder, name } = splitAddress(target)
  const downloads = mkdtempSync(join(tmpdir(), 'herald-download-'))
  const remove = () => rmSync(downloads, { recursive: true, force: true })
  try {
    const file = join(downloads, name)
    await openBucket(folder, config).download(name, file)
    const plain = await openPlain(file, passphrase)
    return {
      file: plain.file,
      address: target,
      [Symbol.dispose]() {
        plain[Symbol.dispose]()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

const nameOf = ({ at, isCompressed, passphrase }: Request) =>
  nameAt(at) + (isCompressed ? compressedSuffix : '') + (passphrase === null ? '' : encryptedSuffix)

export const isDirectory = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** What the commands print about a backup. */
export function describe(file: string, { createdAt, version, migrations, rows, key }: Manifest) {
  return {
    file,
    bytes: statSync(file).size,
    createdAt,
    version,
    migrations: migrations.length,
    rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
    key: key === null ? ('not included' as const) : ('included' as const),
  }
}

/** The option of commands that read or write encrypted backups. */
export const passphraseFile = {
  type: 'string',
  value: 'F',
  help: 'File with the passphrase that encrypts the backup.',
  read: readTokenFile,
} as const
