import {
  closeSync,
  createReadStream,
  createWriteStream,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { OperatorError } from '../errors.ts'

/** Ends the name of a compressed backup. */
export const compressedSuffix = '.zst'

/** The first bytes of every zstd file. */
const magic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Compresses a file with zstd into a new file that only its owner can read. */
export const compress = (from: string, to: string): Promise<void> =>
  pipeline(createReadStream(from), createZstdCompress(), createWriteStream(to, { flags: 'wx', mode: 0o600 }))

/** Whether a file is compressed; false if it cannot be read. */
export function isCompressed(path: string): boolean {
  const start = Buffer.alloc(magic.length)
  try {
    const file = openSync(path, 'r')
    try {
      readSync(file, start, 0, start.length, 0)
    } finally {
      closeSync(file)
    }
  } catch {
    return false
  }
  return start.equals(magic)
}

/** A backup without compression: the file itself, or a copy that is deleted at the end. */
export async function openPlain(path: string): Promise<{ file: string } & Disposable> {
  if (!isCompressed(path)) return { file: path, [Symbol.dispose]() {} }
  const folder = mkdtempSync(join(tmpdir(), 'herald-plain-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const file = join(folder, 'backup.db')
  try {
    await pipeline(createReadStream(path), createZstdDecompress(), createWriteStream(file, { mode: 0o600 }))
    return { file, [Symbol.dispose]: remove }
  } catch (error) {
    remove()
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC') throw error
    throw new OperatorError(`${path} is damaged: it cannot be decompressed. Choose another backup.`)
  }
}
