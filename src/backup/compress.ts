import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { OperatorError } from '../errors.ts'
import { decrypt, isEncrypted } from './encrypt.ts'
import { startsWith } from './starts-with.ts'

/** Ends the name of a compressed backup. */
export const compressedSuffix = '.zst'

/** The first bytes of every zstd file. */
const magic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Compresses a file with zstd into a new file that only its owner can read. */
export const compress = (from: string, to: string): Promise<void> =>
  pipeline(createReadStream(from), createZstdCompress(), createWriteStream(to, { flags: 'wx', mode: 0o600 }))

/** Whether a file is compressed; false if it cannot be read. */
export const isCompressed = (path: string): boolean => startsWith(path, magic)

/**
 * A backup without compression and encryption: the file itself, or a copy that is deleted at the end. Throws an
 * OperatorError if it is damaged, or if its passphrase is missing or wrong.
 */
export async function openPlain(
  path: string,
  passphrase: string | null = null,
): Promise<{ file: string } & Disposable> {
  if (!isCompressed(path) && !isEncrypted(path)) return { file: path, [Symbol.dispose]() {} }
  const folder = mkdtempSync(join(tmpdir(), 'herald-plain-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const [compressed, file] = [join(folder, 'backup.db.zst'), join(folder, 'backup.db')]
  try {
    if (isEncrypted(path)) {
      await decrypt(path, compressed, passphrase)
      await decompress(compressed, file, path)
      rmSync(compressed)
    } else await decompress(path, file, path)
    return { file, [Symbol.dispose]: remove }
  } catch (error) {
    remove()
    throw error
  }
}

async function decompress(from: string, to: string, path: string): Promise<void> {
  try {
    await pipeline(createReadStream(from), createZstdDecompress(), createWriteStream(to, { mode: 0o600 }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error
    throw new OperatorError(`${path} is damaged: it cannot be decompressed. Choose another backup.`)
  }
}
