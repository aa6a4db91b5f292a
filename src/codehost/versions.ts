/** The package and version that a tag name contains. */
export type Version = {
  /** The package in the tag name: `@acme/app` of `@acme/app@1.2.0`, empty for `v1.2.0`. */
  family: string
  /** `[1, 2, 0]`; empty if the name contains no version. */
  numbers: number[]
  /** `rc.1` of `v1.2.0-rc.1`; null for a stable version. */
  preRelease: string | null
}

const dotted = /\d+(?:\.\d+)+/
const single = /(?<=^v?|[-@/]v?)\d+(?=[-+]|$)/i
const candidate =
  /^[-._]?(?:alpha|beta|rc|pre|preview|canary|next|dev|nightly|snapshot|insiders|experimental|a|b|c|m)(?![a-z])|^-\d/i

/** Parses a tag name: `v8.2.2`, `pkg@1.2.0`, `@acme/app@2.0.0-rc.1`, `app/v3`, `release-2026.01`. */
export function readVersion(tagName: string): Version {
  const lower = tagName.toLowerCase()
  const name = lower.includes('_') ? lower.replace(/(?<=\d)_(?=\d)/g, '.') : lower
  const found = dotted.exec(name) ?? single.exec(name)
  if (!found) return { family: name, numbers: [], preRelease: null }
  const rest = name.slice(found.index + found[0].length)
  return {
    family: name.slice(0, found.index).replace(/[-@_/]?v?$|[-@_/]version[-_]?$/, ''),
    numbers: found[0].split('.').map(Number),
    preRelease: candidate.test(rest) ? rest : null,
  }
}

const natural = new Intl.Collator('en', { numeric: true })

/** Compares two versions; a pre-release comes before its stable version. */
export function compareVersions(one: Version, other: Version): number {
  const length = Math.max(one.numbers.length, other.numbers.length)
  for (let at = 0; at < length; at++) {
    const difference = (one.numbers[at] ?? 0) - (other.numbers[at] ?? 0)
    if (difference !== 0) return difference
  }
  if (one.preRelease === null || other.preRelease === null)
    return Number(one.preRelease === null) - Number(other.preRelease === null)
  return natural.compare(one.preRelease, other.preRelease)
}

type DatedRelease = { tagName: string; at: number; prerelease: boolean }

/**
 * Possible predecessors of a release, most likely first: earlier releases of its family, lower versions before others
 * and the highest of them first, so that `v8.2.2` follows `v8.2.1` even if `v9.0.0` came in between. Releases of the
 * same time are sorted by version; a name without a version may follow any. `stableOnly` leaves out pre-releases.
 */
export function predecessorsOf<T extends DatedRelease>(
  release: DatedRelease,
  others: T[],
  stableOnly: boolean,
): T[] {
  const version = readVersion(release.tagName)
  const isLower = (other: Version) =>
    version.numbers.length > 0 && other.numbers.length > 0 && compareVersions(other, version) < 0
  const earlier = others
    .map((each) => ({ each, other: readVersion(each.tagName) }))
    .filter(({ each }) => each.tagName !== release.tagName)
    .filter(({ each, other }) => !(stableOnly && (each.prerelease || other.preRelease !== null)))
    .filter(({ each, other }) => each.at < release.at || (each.at === release.at && isLower(other)))
    .sort(
      (a, b) =>
        Number(isLower(b.other)) - Number(isLower(a.other)) ||
        (isLower(a.other) ? compareVersions(b.other, a.other) : 0) ||
        b.each.at - a.each.at,
    )
  const related = earlier.filter(({ other }) => other.family === version.family)
  const chosen = related.length === 0 && version.numbers.length === 0 ? earlier : related
  return chosen.map(({ each }) => each)
}
