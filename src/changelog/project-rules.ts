import type { ProjectRules } from './activity.ts'
import type { Change } from './change.ts'

/** Why a project ignores a change; null if it does not. */
export function ignoredBy(
  { paths, authors }: Change,
  { ignoredPaths = [], ignoredAuthors = [] }: ProjectRules,
): string | null {
  const globs = ignoredPaths.map((pattern) => new Bun.Glob(pattern))
  if (globs.length > 0 && paths.length > 0 && paths.every((path) => globs.some((glob) => glob.match(path))))
    return 'It only touches paths that the project ignores.'
  const ignored = new Set(ignoredAuthors.map((author) => author.toLowerCase()))
  const isIgnored =
    authors.length > 0 &&
    authors.every(
      ({ name, login }) => ignored.has(name.toLowerCase()) || ignored.has((login ?? '').toLowerCase()),
    )
  return ignored.size > 0 && isIgnored ? 'Its author is on the list of ignored authors.' : null
}

/** The value of a name in a table of the project; undefined for properties that every object has. */
export function ownValue<T>(table: Record<string, T> | undefined, name: string): T | undefined {
  return table && Object.hasOwn(table, name) ? table[name] : undefined
}
