import { type Change, nameOf } from './change.ts'
import { kindOfPath } from './paths.ts'
import { readSubject, titleOf } from './subject.ts'
import { mainClause } from './title-mood.ts'
import { newMinimum } from './words.ts'

const adding =
  /^(?:add|introduce|implement|expose|support|create)(?:s|ed|d)? (?:(?:an?|the|new|initial|experimental) |support for )*(.+)$/i
const removing =
  /^(?:remove|drop|withdraw|delete)(?:s|ed|d)? (?:(?:an?|the|new|experimental) |support for )*(.+?)(?: again| for now)?$/i

const replacing = /^replac(?:e|es|ed) (`[^`]+`|--[\w=-]+) (?:with|by) (.+)$/i

/**
 * Leaves out what the range adds and removes again, and its removal; what replaces an addition is an addition. Of
 * several minimum versions of a language only the last one counts.
 */
export function cancelWithdrawn(changes: Change[]): void {
  const additions = createAdditions()
  const names: Names = { additions, replacements: new Map() }
  const minimums = new Map<string, Change>()
  for (const change of changes.toReversed()) {
    if (change.setAside !== null || change.undoesThePast) continue
    const { gist } = change.subject
    const gone = removing.exec(gist)?.[1]
    replaceAdded(names, change)
    const language = newMinimum
      .exec(gist)?.[1]
      ?.toLowerCase()
      .replace(/^node\.?js$/, 'node')
    if (language !== undefined) {
      const earlier = minimums.get(language)
      if (earlier) earlier.setAside = `It was replaced by ${nameOf(change)}.`
      minimums.set(language, change)
    }
    additions.add(change)
    const withdrawn = gone === undefined ? undefined : additions.findRemoved(gone, change)
    if (!withdrawn) continue
    withdrawn.setAside = `It was removed again by ${nameOf(change)}.`
    change.setAside = `It removes ${nameOf(withdrawn)}, which was added in this range.`
  }
}

/** Words of a removal that say nothing about what is removed. */
const general = new Set(
  'support option flag setting feature mode command the a an for of old new unused'.split(' '),
)

type Addition = { change: Change; words: Set<string> }

/** The additions of a range, found by what they add. */
function createAdditions() {
  const byKey = new Map<string, Change>()
  const byName = new Map<string, Change>()
  const byPath = new Map<string, Addition>()
  const created = new Set<string>()
  const current = (change: Change | undefined, other: Change) =>
    change?.setAside === null && isSamePlace(change, other) ? change : undefined

  return {
    add(change: Change) {
      const { gist } = change.subject
      const paths = change.commits.flatMap(({ added = [] }) => added).filter(isShipped)
      for (const path of paths) created.add(path)
      const key = keyOf(adding.exec(gist)?.[1])
      if (key === null) return
      byKey.set(key, change)
      const clause = mainClause(gist)
      const [name, second] = namesIn(clause)
      if (name !== undefined && second === undefined) byName.set(name, change)
      const addition = { change, words: new Set(wordsOf(clause)) }
      for (const path of paths) byPath.set(path, addition)
    },

    /** The addition of the same place that names this option or function, and no other one. */
    findNamed: (name: string, change: Change) => current(byName.get(bare(name)), change),

    /**
     * The addition of what a removal removes: the same thing, or one of the same scope that names everything that is
     * removed, if the range created all shipped files that the removal touches ("remove cobra support" after "add the
     * cobra binder"). A declared break is only the former: else it concerns an earlier release.
     */
    findRemoved(object: string, removal: Change): Change | undefined {
      const key = keyOf(object)
      if (key === null) return undefined
      const same = current(byKey.get(key), removal)
      const { scope, isBreaking } = removal.subject
      if (same || scope === null || isBreaking) return same
      const words = wordsOf(object).filter((word) => !general.has(word) && word !== scope.toLowerCase())
      const paths = removal.paths.filter(isShipped)
      if (words.length === 0 || !paths.every((path) => created.has(path))) return undefined
      const candidates = new Set(paths.flatMap((path) => byPath.get(path) ?? []))
      return [...candidates].find(
        (each) =>
          current(each.change, removal) &&
          each.change.subject.scope === scope &&
          words.every((word) => each.words.has(word)),
      )?.change
    },
  }
}

const isShipped = (path: string) => kindOfPath(path) === 'source'

/** Whether two changes may concern the same thing: neither their scopes nor their shipped files differ. */
function isSamePlace(one: Change, other: Change): boolean {
  const [scope, second] = [one.subject.scope, other.subject.scope]
  if (scope !== null && second !== null && scope !== second) return false
  const paths = new Set(one.paths.filter(isShipped))
  const others = other.paths.filter(isShipped)
  return paths.size === 0 || others.length === 0 || others.some((path) => paths.has(path))
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? []

const bare = (name: string) => name.replaceAll('`', '')
const namesIn = (text: string) => (text.match(/`[^`]+`|(?<![\w-])--[\w=-]+/g) ?? []).map(bare)

/** What a title adds or removes; null if it is too vague to be the same thing twice. */
function keyOf(object: string | undefined): string | null {
  if (object === undefined) return null
  const isNamed = /`|--|\w[A-Z_.:]\w|\(\)/.test(object)
  const words = wordsOf(object)
  // "The `--fast` option" is "`--fast`".
  if (isNamed) return words.filter((word) => !general.has(word)).join(' ') || null
  return words.length > 1 ? words.join(' ') : null
}

/**
 * A name that only the range had breaks nobody: "Replace --fast with --quick" after "Add --fast" is "Add --quick", and
 * after "Replace --old with --fast" it is "Replace --old with --quick".
 */
function replaceAdded({ additions, replacements }: Names, change: Change): void {
  const { gist, scope, isBreaking } = change.subject
  const [, name = '', rest] = replacing.exec(gist) ?? []
  if (rest === undefined) return
  const earlier = replacements.get(bare(name))
  const before =
    earlier?.change.setAside === null && isSamePlace(earlier.change, change) ? earlier : undefined
  const [added] = isBreaking || before ? [] : [additions.findNamed(name, change)]
  const replaced = before?.change ?? added
  if (replaced) {
    replaced.setAside = `It was replaced by ${nameOf(change)}.`
    const mark = isBreaking || replaced.subject.isBreaking ? '!' : ''
    const description = before ? `replace ${before.name} with ${rest}` : `add ${rest}`
    change.subject = readSubject(`feat${scope ? `(${scope})` : ''}${mark}: ${description}`)
    change.title = titleOf(change.subject)
  }
  const [next] = namesIn(mainClause(rest))
  if (next !== undefined && !added) replacements.set(next, { change, name: before?.name ?? name })
}

/** Names that the range added, and those that it gave to something released. */
type Names = {
  additions: ReturnType<typeof createAdditions>
  replacements: Map<string, { change: Change; name: string }>
}
