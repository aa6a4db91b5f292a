import { readdirSync, readFileSync } from 'node:fs'

export type Migration = { name: string; hash: string; statements: string[] }

/** A macro: runs when the program is bundled, so that the binary carries its migrations. */
export function readMigrations(): Migration[] {
  const folder = `${import.meta.dir}/../../migrations`
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const text = readFileSync(`${folder}/${file}`, 'utf8').replaceAll('\r\n', '\n')
      return {
        name: file.replace('.sql', ''),
        hash: new Bun.CryptoHasher('sha256').update(text).digest('hex'),
        statements: text.split('--> statement-breakpoint'),
      }
    })
}
