import { runGit } from './git-run.ts'
import { compareVersions, predecessorsOf, readVersion } from './versions.ts'

export type Tag = {
  name: string
  /** The tagged commit. */
  sha: string
  /** Time of the tagged commit. */
  committedAt: number
  taggedAt: Date
  /** Message of an annotated tag. */
  message: string | null
  isPrerelease: boolean
}

const fields = [
  ...['refname:strip=2', 'objecttype', 'objectname', '*objecttype', '*objectname'],
  ...['committerdate:unix', '*committerdate:unix', 'creatordate:unix', 'contents:subject', 'contents:body'],
]

/**
 * Tags that `commit` can reach, newest first; all tags without a commit. Finding the reachable ones takes git longer
 * than a short changelog takes.
 */
export async function readTags(path: string, commit: string | null): Promise<Tag[]> {
  const format = `${fields.map((field) => `%(${field})`).join('%00')}%00`
  const reachable = commit === null ? [] : [`--merged=${commit}`]
  const output = await runGit(path, ['for-each-ref', ...reachable, `--format=${format}`, 'refs/tags'])
  const tokens = output.split('\0')
  const tags: Tag[] = []
  for (let at = 0; at + fields.length < tokens.length; at += fields.length) {
    const [name = '', type, object, , peeled, date, peeledDate, tagged, subject, body] = tokens.slice(at)
    const isAnnotated = type === 'tag'
    tags.push({
      name: name.trimStart(),
      sha: (isAnnotated ? peeled : object) ?? '',
      committedAt: Number(isAnnotated ? peeledDate : date),
      taggedAt: new Date(Number(tagged) * 1000),
      message: isAnnotated ? `${subject}\n\n${body}`.trim() || null : null,
      isPrerelease: readVersion(name).preRelease !== null,
    })
  }
  return tags.sort((a, b) => b.committedAt - a.committedAt || compareNames(b.name, a.name))
}

/** Names with versions come last, in the order of their numbers. */
function compareNames(a: string, b: string): number {
  const [one, other] = [readVersion(a), readVersion(b)]
  return Number(one.numbers.length > 1) - Number(other.numbers.length > 1) || compareVersions(one, other)
}

/** The best tag of a commit, of the given family if there is one; with `isOnly`, of no other. */
export function tagAt(tags: Tag[], sha: string, family: string | null = null, isOnly = false): Tag | null {
  const here = tags.filter((tag) => tag.sha === sha)
  const stable = here.filter((tag) => isVersion(tag) && !tag.isPrerelease)
  const own = stable.find((tag) => isOf(tag, family)) ?? null
  return isOnly && family !== null ? own : (own ?? stable[0] ?? here[0] ?? null)
}

const maxRecent = 50

/**
 * The family of tags that stands for the whole product: `axum` of `axum-v0.8.9` and `axum-extra-v0.12.6` if the product
 * is called Axum or all other families begin with `axum-`, else that of plain versions such as `v1.2.0`. Null if there is
 * only one family, or none of these.
 */
export function mainFamily(tags: Tag[], product: string): string | null {
  const versions = tags.filter(isVersion)
  const families = new Set(versions.map(({ name }) => readVersion(name).family))
  if (families.size < 2) return null
  const named = [...families].find((family) => family !== '' && letters(family) === letters(product))
  if (named !== undefined) return named
  const recent = new Set(versions.slice(0, maxRecent).map(({ name }) => readVersion(name).family))
  // `axum` of `axum-core`, `axum-extra` and `axum-macros`.
  const stem = [...recent].find(
    (family) =>
      recent.size > 2 && [...recent].every((each) => each === family || each.startsWith(`${family}-`)),
  )
  if (stem !== undefined) return stem
  return recent.has('') ? '' : null
}

/** The family of a package's own tags, else that of plain versions; undefined without either. */
export function packageFamily(tags: Tag[], name: string): string | undefined {
  const families = new Set(tags.filter(isVersion).map(({ name }) => readVersion(name).family))
  const own = [...families].find((family) => family !== '' && letters(family) === letters(name))
  return own ?? (families.has('') ? '' : undefined)
}

/** The letters of a name without its owner. */
const letters = (name: string) => name.toLowerCase().replace(/^.*\/|[^\p{L}\p{N}]/gu, '')

const isOf = ({ name }: Tag, family: string | null) => readVersion(name).family === family

/**
 * The release before a commit, of the same family as the commit's own tag `current`, or without one of the given
 * family; a stable release skips its pre-releases.
 */
export function tagBefore(
  tags: Tag[],
  sha: string,
  current: Tag | null,
  family: string | null = null,
): Tag | null {
  const earlier = tags.filter((tag) => tag.sha !== sha)
  const versions = earlier.filter(isVersion)
  if (!current) return versions.find((tag) => isOf(tag, family)) ?? versions[0] ?? earlier[0] ?? null
  const dated = (tag: Tag) => ({ tag, tagName: tag.name, at: tag.committedAt, prerelease: tag.isPrerelease })
  const found = (stableOnly: boolean) =>
    predecessorsOf(dated(current), earlier.map(dated), stableOnly)[0]?.tag ?? null
  return (isVersion(current) && !current.isPrerelease ? found(true) : null) ?? found(false)
}

const isVersion = ({ name }: Tag) => readVersion(name).numbers.length > 1
