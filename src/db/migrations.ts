import { readdirSync, readFileSync } from 'node:fs'

/**
 * Statements that are committed together. With `slicesOf`, they repeat for each range of rows (?1, ?2] of that table;
 * with `changedBy`, a function of the program returns the statements of each range.
 */
export type Part = { slicesOf: string | null; changedBy: string | null; statements: string[] }
/** `accepted`: hashes of this file that a database may have recorded. */
export type Migration = { name: string; hash: string; accepted: string[]; parts: Part[] }

/** Hashes of migrations that were rewritten with the same result, to run in slices. */
const earlierHashes: Record<string, string[]> = {
  '0008_pictures_of_posts': ['bce2fb0caf1a2878a204d2deb498d2a68becc1076fcaf470b0607a47d6c7dd19'],
  '0011_collections': ['98a2380a4e519c6b5a9e4bdac7e5ffcc358b345f498b20eeb555abfecaf0be10'],
}

/** A macro: runs at bundle time, so that the binary contains its migrations. */
export function readMigrations(): Migration[] {
  const folder = `${import.meta.dir}/../../migrations`
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const name = file.replace('.sql', '')
      const text = readFileSync(`${folder}/${file}`, 'utf8').replaceAll('\r\n', '\n')
      const hash = new Bun.CryptoHasher('sha256').update(text).digest('hex')
      return { name, hash, accepted: [hash, ...(earlierHashes[name] ?? [])], parts: readParts(text) }
    })
}

/** Consecutive statements without slices, or with slices of the same table, form one part. */
function readParts(text: string): Part[] {
  const parts: Part[] = []
  for (const statement of text.split('--> statement-breakpoint')) {
    const [, slicesOf = null, changedBy = null] =
      /^\s*-- Slices of (\w+)(?: by (\w+))?$/m.exec(statement) ?? []
    const last = parts.at(-1)
    if (last && last.slicesOf === slicesOf && last.changedBy === changedBy) last.statements.push(statement)
    else parts.push({ slicesOf, changedBy, statements: [statement] })
  }
  return parts
}
