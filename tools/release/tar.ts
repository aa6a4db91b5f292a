import { gzipSync } from 'node:zlib'

/** A file of an archive, or a folder if its path ends with a slash. `owner` is the number of a user, by default root. */
export type Entry = { path: string; bytes?: Uint8Array; mode?: number; owner?: number }

const block = 512

/** A tar archive in which only the names, modes and bytes of the entries vary. */
export function tar(entries: Entry[], time: Date): Buffer {
  const parts: Uint8Array[] = []
  for (const entry of entries) {
    const bytes = entry.bytes ?? new Uint8Array()
    parts.push(headerOf(entry, bytes.length, time), bytes)
    parts.push(new Uint8Array((block - (bytes.length % block)) % block))
  }
  return Buffer.concat([...parts, new Uint8Array(2 * block)])
}

export const tarGz = (entries: Entry[], time: Date): Buffer => gzipSync(tar(entries, time), { level: 6 })

function headerOf({ path, mode, owner = 0 }: Entry, size: number, time: Date): Buffer {
  const isFolder = path.endsWith('/')
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long for a tar archive.`)
  const header = Buffer.alloc(block)
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
  header.write(path, 0)
  octal(mode ?? (isFolder ? 0o755 : 0o644), 100, 8)
  octal(owner, 108, 8)
  octal(owner, 116, 8)
  octal(size, 124, 12)
  octal(Math.floor(time.getTime() / 1000), 136, 12)
  header.write('        ', 148)
  header.write(isFolder ? '5' : '0', 156)
  header.write('ustar\x0000', 257, 'latin1')
  if (owner === 0) for (const at of [265, 297]) header.write('root', at)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}
