import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { OperatorError } from '../errors.ts'
import { startsWith } from './starts-with.ts'

/** Ends the name of an encrypted backup. */
export const encryptedSuffix = '.age'

const magic = Buffer.from('age-encryption.org/v1\n')

/** Whether a file has the age format; false if it cannot be read. */
export const isEncrypted = (path: string): boolean => startsWith(path, magic)

/**
 * Encrypts a file in the age format into a new file that only its owner can read. The cost of a guess of the
 * passphrase doubles with each step of `workFactor`.
 */
export async function encrypt(from: string, to: string, passphrase: string, workFactor = 18): Promise<void> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(workFactor)
  const encrypted = await encrypter.encrypt(readFrom(from))
  await pipeline(Readable.fromWeb(encrypted as never), createWriteStream(to, { flags: 'wx', mode: 0o600 }))
}

/** Decrypts a file; throws an OperatorError if the passphrase is wrong or the file was changed. */
export async function decrypt(from: string, to: string, passphrase: string | null): Promise<void> {
  if (passphrase === null) throw new OperatorError(`${from} is encrypted: add --passphrase-file F.`)
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    const decrypted = await decrypter.decrypt(readFrom(from))
    await pipeline(Readable.fromWeb(decrypted as never), createWriteStream(to, { mode: 0o600 }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error
    throw new OperatorError(`${from} cannot be decrypted: the passphrase is wrong, or the file is damaged.`)
  }
}

const readFrom = (path: string) =>
  Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array<ArrayBuffer>>
