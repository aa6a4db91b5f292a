import { readVersionOf } from './version-commits.ts'

/** A manifest's text with another version, otherwise unchanged; null if it has none. */
export function setVersion(file: string, text: string, version: string): string | null {
  const name = file.replace(/^.*[/\\]/, '')
  const current = readVersionOf(name, text)
  if (current === null) return null
  if (current === version) return text
  // Dependencies may have the same version: the reader of the format decides which one is the manifest's own.
  for (let at = text.indexOf(current); at >= 0; at = text.indexOf(current, at + 1)) {
    const changed = `${text.slice(0, at)}${version}${text.slice(at + current.length)}`
    if (readVersionOf(name, changed) === version) return changed
  }
  return null
}
