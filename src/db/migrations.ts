import { readdirSync, readFileSync } from 'node:fs'

export type Migration = { name: string; statements: string[] }

/** A macro: runs when the program is bundled, so that the binary carries its migrations. */
export function readMigrations(): Migration[] {
  const folder = `${import.meta.dir}/../../migrations`
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      name: file.replace('.sql', ''),
      statements: readFileSync(`${folder}/${file}`, 'utf8').split('--> statement-breakpoint'),
    }))
}
