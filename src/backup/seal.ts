import { createHash, randomBytes } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'

const digits = 64
const markDigits = 32
const chunkBytes = 1024 * 1024

/**
 * A value to store in a file: a random mark, which finds it, then zeros where `sealFile` writes the checksum of the
 * whole file.
 */
export const createSeal = (): string => randomBytes(markDigits / 2).toString('hex') + '0'.repeat(digits)

/** Writes the SHA-256 of a file, calculated with zeros in its place, into the seal that the file contains. */
export function sealFile(path: string, seal: string): void {
  const file = openSync(path, 'r+')
  try {
    const at = findChecksum(file, seal)
    if (at === null) throw new Error('The seal was not stored.')
    writeSync(file, hashWithout(file, at), at, 'latin1')
  } finally {
    closeSync(file)
  }
}

/** Whether every byte of a file is as it was sealed. */
export function isSealIntact(path: string, seal: string): boolean {
  if (!/^[0-9a-f]+$/.test(seal) || seal.length !== markDigits + digits) return false
  const file = openSync(path, 'r')
  try {
    const at = findChecksum(file, seal)
    return at !== null && hashWithout(file, at) === seal.slice(markDigits)
  } finally {
    closeSync(file)
  }
}

/** Where the checksum of a seal begins, searched from the end of the file, where the manifest is. */
function findChecksum(file: number, seal: string): number | null {
  const mark = seal.slice(0, markDigits)
  const chunk = Buffer.alloc(chunkBytes + markDigits)
  for (let end = fstatSync(file).size; end > 0; end -= chunkBytes) {
    const start = Math.max(0, end - chunkBytes)
    const bytes = readSync(file, chunk, 0, end - start + markDigits, start)
    const at = chunk.subarray(0, bytes).indexOf(mark, 0, 'latin1')
    if (at >= 0) return start + at + markDigits
  }
  return null
}

/** The SHA-256 of a file with zeros for the digits at an offset. */
function hashWithout(file: number, at: number): string {
  const hash = createHash('sha256')
  const chunk = Buffer.alloc(chunkBytes)
  for (let start = 0; ; ) {
    const bytes = readSync(file, chunk, 0, chunkBytes, start)
    if (bytes === 0) return hash.digest('hex')
    const from = Math.max(at, start) - start
    const until = Math.min(at + digits, start + bytes) - start
    if (from < until) chunk.fill('0', from, until)
    hash.update(chunk.subarray(0, bytes))
    start += bytes
  }
}
