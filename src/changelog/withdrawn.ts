import { type Change, nameOf } from './change.ts'
import { readSubject, titleOf } from './subject.ts'
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
  const added = new Map<string, Change>()
  const minimums = new Map<string, Change>()
  for (const change of changes.toReversed()) {
    if (change.setAside !== null || change.undoesThePast) continue
    const { gist } = change.subject
    const fresh = keyOf(adding.exec(gist)?.[1])
    const gone = keyOf(removing.exec(gist)?.[1])
    replaceAdded(added, change)
    const language = newMinimum
      .exec(gist)?.[1]
      ?.toLowerCase()
      .replace(/^node\.?js$/, 'node')
    if (language !== undefined) {
      const earlier = minimums.get(language)
      if (earlier) earlier.setAside = `It was replaced by ${nameOf(change)}.`
      minimums.set(language, change)
    }
    if (fresh !== null) added.set(fresh, change)
    const withdrawn = gone === null ? undefined : (added.get(gone) ?? findAddition(added, change))
    if (gone === null || !withdrawn) continue
    withdrawn.setAside = `It was removed again by ${nameOf(change)}.`
    change.setAside = `It removes ${nameOf(withdrawn)}, which was added in this range.`
    added.delete(keyOf(adding.exec(withdrawn.subject.gist)?.[1]) ?? gone)
  }
}

/** Words of a removal that say nothing about what is removed. */
const general = new Set(
  'support option flag setting feature mode command the a an for of old new unused'.split(' '),
)

/**
 * The addition of the same scope that names everything that a removal removes, if the removal touches files that the
 * addition created: "remove cobra support" after "add the cobra binder".
 */
function findAddition(added: Map<string, Change>, removal: Change): Change | undefined {
  const { scope, gist } = removal.subject
  // A declared break concerns an earlier release, whatever its words share with the range.
  if (scope === null || removal.subject.isBreaking) return undefined
  const words = wordsOf(removing.exec(gist)?.[1] ?? '').filter(
    (word) => !general.has(word) && word !== scope.toLowerCase(),
  )
  if (words.length === 0) return undefined
  const touched = new Set(removal.paths)
  return added.values().find((each) => {
    const named = new Set(wordsOf(each.subject.gist))
    const created = each.commits.flatMap((commit) => commit.added ?? [])
    return (
      each.setAside === null &&
      each.subject.scope === scope &&
      words.every((word) => named.has(word)) &&
      created.some((path) => touched.has(path))
    )
  })
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? []

/** What a title adds or removes; null if it is too vague to be the same thing twice. */
function keyOf(object: string | undefined): string | null {
  if (object === undefined) return null
  const isNamed = /`|--|\w[A-Z_.:]\w|\(\)/.test(object)
  const words = wordsOf(object)
  return isNamed || words.length > 1 ? words.join(' ') : null
}

/** A name that only the range had breaks nobody: "Replace --fast with --quick" after "Add --fast" is "Add --quick". */
function replaceAdded(added: Map<string, Change>, change: Change): void {
  const [, name = '', rest] = replacing.exec(change.subject.gist) ?? []
  if (rest === undefined || change.subject.isBreaking) return
  const whole = new RegExp(String.raw`(?<![\w-])${RegExp.escape(name)}(?![\w=-])`)
  const replaced = added.values().find((each) => each.setAside === null && whole.test(each.subject.gist))
  if (!replaced) return
  replaced.setAside = `It was replaced by ${nameOf(change)}.`
  const { scope } = change.subject
  change.subject = readSubject(`feat${scope ? `(${scope})` : ''}: add ${rest}`)
  change.title = titleOf(change.subject)
}
