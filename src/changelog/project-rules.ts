import type { Category } from './category.ts'
import type { Change } from './change.ts'

/** What a project may say about itself, where the rules cannot know. */
export type ProjectRules = {
  /** The product's name, as readers know it. */
  product?: string
  /** What readers call the area behind a scope. */
  areas?: Record<string, string>
  /** Which category a label stands for. */
  labels?: Record<string, Category>
  /** Changes that touch nothing else are left out; globs. */
  ignoredPaths?: string[]
  /** Changes that nobody else made are left out; names or accounts. */
  ignoredAuthors?: string[]
  /** The folder whose folders are the packages. */
  packageFolder?: string
  /** False where naming who made each change tells readers nothing. */
  credits?: boolean
}

/** Why a project does not want a change told; null when it says nothing of it. */
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
  return ignored.size > 0 && isIgnored ? 'It is by an author whom the project ignores.' : null
}

/** What a table of the project says of a name; nothing of those that every object has. */
export function ownValue<T>(table: Record<string, T> | undefined, name: string): T | undefined {
  return table && Object.hasOwn(table, name) ? table[name] : undefined
}
