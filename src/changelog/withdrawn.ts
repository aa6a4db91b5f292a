import { type Change, nameOf } from './change.ts'
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
  const minimums = new Map<string, Change>()
  for (const change of changes.toReversed()) {
    if (change.setAside !== null || change.undoesThePast) continue
    const { gist } = change.subject
    const gone = removing.exec(gist)?.[1]
    replaceAdded(additions, change)
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

type Addition = { change: Change; words: Set<string>; created: Set<string> }

/** The additions of a range, found by what they add. */
function createAdditions() {
  const byKey = new Map<string, Change>()
  const byName = new Map<string, Change>()
  const byWord = new Map<string, Addition[]>()
  const current = (change: Change | undefined) => (change?.setAside === null ? change : undefined)
  const wordKey = (scope: string, word: string) => `${scope}\n${word}`

  return {
    add(change: Change) {
      const { gist, scope } = change.subject
      const key = keyOf(adding.exec(gist)?.[1])
      if (key === null) return
      byKey.set(key, change)
      const clause = mainClause(gist)
      const [name, second] = namesIn(clause)
      if (name !== undefined && second === undefined) byName.set(name, change)
      const created = new Set(change.commits.flatMap((commit) => commit.added ?? []))
      if (scope === null || created.size === 0) return
      const words = new Set(wordsOf(clause))
      for (const word of words) {
        const of = byWord.get(wordKey(scope, word)) ?? []
        of.push({ change, words, created })
        byWord.set(wordKey(scope, word), of)
      }
    },

    /** The addition that names this option or function, and no other one. */
    findNamed: (name: string) => current(byName.get(bare(name))),

    /**
     * The addition of what a removal removes: the same thing, or one of the same scope that names everything that is
     * removed, if the removal touches files that the addition created ("remove cobra support" after "add the cobra
     * binder"). A declared break is only the former: else it concerns an earlier release.
     */
    findRemoved(object: string, removal: Change): Change | undefined {
      const key = keyOf(object)
      if (key === null) return undefined
      const same = current(byKey.get(key))
      const { scope, isBreaking } = removal.subject
      if (same || scope === null || isBreaking) return same
      const words = wordsOf(object).filter((word) => !general.has(word) && word !== scope.toLowerCase())
      const [first] = words
      const candidates = first === undefined ? [] : (byWord.get(wordKey(scope, first)) ?? [])
      return candidates.find(
        (each) =>
          each.change.setAside === null &&
          words.every((word) => each.words.has(word)) &&
          removal.paths.some((path) => each.created.has(path)),
      )?.change
    },
  }
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

/** A name that only the range had breaks nobody: "Replace --fast with --quick" after "Add --fast" is "Add --quick". */
function replaceAdded(additions: ReturnType<typeof createAdditions>, change: Change): void {
  const [, name = '', rest] = replacing.exec(change.subject.gist) ?? []
  if (rest === undefined || change.subject.isBreaking) return
  const replaced = additions.findNamed(name)
  if (!replaced) return
  replaced.setAside = `It was replaced by ${nameOf(change)}.`
  const { scope } = change.subject
  change.subject = readSubject(`feat${scope ? `(${scope})` : ''}: add ${rest}`)
  change.title = titleOf(change.subject)
}
