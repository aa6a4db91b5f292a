import { closeSync, openSync, readSync } from 'node:fs'

/** Whether a file starts with these bytes; false if it cannot be read. */
export function startsWith(path: string, bytes: Buffer): boolean {
  const start = Buffer.alloc(bytes.length)
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
  return start.equals(bytes)
}
