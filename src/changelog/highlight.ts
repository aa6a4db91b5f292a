import { benefitOf } from './benefit.ts'
import type { Change } from './change.ts'
import type { Classification } from './classify.ts'
import { beforeColon } from './clause.ts'
import { guessKind } from './learned/kinds.ts'
import type { Nature } from './nature.ts'
import { kindOfPath, mainKindOf } from './paths.ts'
import type { Theme } from './placed.ts'
import { advisoriesOf } from './security.ts'
import { isDependencyUpdate } from './signals.ts'
import { moodOf } from './title-mood.ts'
import {
  detailWords,
  featureWords,
  internalWords,
  noveltyWords,
  reliabilityWords,
  vagueTitle,
} from './words.ts'

/**
 * The highest theme that a change qualifies for; null if it belongs among the other updates. If maintainers write
 * notes for all important changes, a change without a note qualifies for none.
 */
export function themeOf(
  change: Change,
  { category, isBreaking, nature }: Classification,
  notesAll: boolean,
): Theme | null {
  if (change.undoesThePast || vagueTitle.test(change.subject.gist)) return null
  if (unaffected.test(change.subject.gist) || begun.test(change.subject.gist)) return null
  if (category === 'Security') {
    if (namelessFix.test(change.title)) return null
    if (!isUpdate(change, nature)) return 'security'
    return advisoriesOf(change).length === 0 ? null : 'update'
  }
  if (isBreaking) return 'breaking'
  const kind = mainKindOf(change.paths)
  if (kind !== null && kind !== 'source') return null
  if (notesAll && change.notes.length === 0) return null
  if (category === 'Features & Enhancements') return isMajor(change, nature === 'feature') ? 'feature' : null
  if (category === 'Bug Fixes') return reliabilityWords.test(change.subject.gist) ? 'reliability' : null
  return category === 'Performance Improvements' && !narrowWords.test(change.subject.gist)
    ? 'performance'
    : null
}

const isUpdate = (change: Change, nature: Nature) =>
  nature === 'dependencies' || isDependencyUpdate(change) || ofVersion.test(change.subject.gist)

/** "Patch vulnerability": a heading that says nothing. */
const namelessFix =
  /^security (?:fix(?:es)?|patch(?:es)?|updates?)$|^(?:patch|fix|address|resolve|mitigate)(?:e?s|e?d)? (?:an? |the |some |possible |potential |security |known )*(?:vulnerabilit(?:y|ies)|issues?|holes?|alerts?|CVEs?)$/i

/** "Upgrade quic-go version to 0.48.2", "Update to go 1.25.5" */
const ofVersion =
  /^(?:bump|update|upgrade)[sd]? (?:to [\w.-]+ v?\d+\.\d|.{1,60} (?:to (?:version )?v?\d+\.\d|(?:to (?:fix|resolve|address)|due to|because of|for) .*\b(?:vulnerab|security|advisor|CVE-)))/i

/** A vulnerability of a dependency that does not reach the product. */
const unaffected =
  /\b(?:(?:does(?:n't| not)|did(?:n't| not)) affect (?:us|\w+)|not affected|unaffected|(?:we )?(?:don't|do not) use (?:this|it)|only used (?:on|in|by|for))\b/i

/** Work that users get later. */
const begun =
  /^(?:initial|first|preliminary|preparatory|early) (?:work|steps?|draft) (?:on|of|for|to|towards?)\b/i

const narrowWords =
  /\b(?:slightly|restore|refactor|rename|field|initializer|rest parameter|loop|regex|variable|helper|hash ?maps?|slices?|vectors?|maps?|preallocat\w+|DOM pass)\b/i

function isMajor(change: Change, isFeature: boolean): boolean {
  const {
    title,
    subject: { type, gist },
    paths,
    work,
    notes,
  } = change
  if (
    internalWords.test(gist) ||
    /^(?:perform|make|synchroni[sz]e|remove|drop|rename|deprecate|depend)/i.test(gist)
  )
    return false
  if (noveltyWords.test(gist) && (paths.length >= 15 || work.length >= 6)) return true
  if (detailWords.test(gist)) return false
  if (notes.some(({ section }) => /feat|add|new|highlight|minor|major/i.test(section ?? ''))) return true
  return (
    noveltyWords.test(gist) ||
    (isFeature &&
      (type !== null || featureWords.test(gist) || moodOf(title) === 'thing') &&
      !/^(?:improve|update|extend|show|display|include|tweak|enhance|polish|adjust|make|use|set|change|remove|drop|rename|deprecate|warn|report)/i.test(
        gist,
      ))
  )
}

/** The part of a heading that can be read at a glance; each line beyond it lowers the weight. */
const atAGlance = 60

/** How much a change concerns users; orders changes of the same theme. */
export function weightOf(change: Change, { nature }: Classification, theme: Theme | null): number {
  const { kind, paths, work, labels, notes, subject, body } = change
  const { type } = subject
  const added = work.flatMap((commit) => commit.added ?? []).filter((path) => kindOfPath(path) === 'source')
  const shipped = paths.filter((path) => kindOfPath(path) === 'source')
  const size =
    Math.log2(1 + Math.min(60, shipped.length)) +
    Math.log2(1 + Math.min(30, work.length)) / 2 +
    // New files make a new part of the product; changed files may only adapt to one.
    Math.log2(1 + Math.min(30, added.length)) / 2
  const isMarked = labels.some((label) => /^(?:major|highlight|headline)\b/i.test(label))
  return (
    size +
    (kind === 'pull_request' ? 1 : 0) +
    (isMarked ? 100 : 0) +
    (notes.length > 0 ? 5 : 0) +
    (notes.some(({ section }) => /major|minor|feat|added|new|highlight/i.test(section ?? '')) ? 2 : 0) +
    (noveltyWords.test(subject.gist) ? 1.5 : 0) +
    (nature === 'fix' ? weightOfFix(subject.gist) : 0) +
    (/`/.test(subject.gist) ? 0.5 : 0) +
    (theme !== null && benefitOf(body, change.title) ? 2 : 0) +
    // What authors document is for users; what similar titles elsewhere are not for users seldom is.
    (paths.some(isPageForUsers) ? 1.5 : 0) +
    (type === null ? 4 * Math.min(0, guessKind(subject.gist, paths).forUsers - 0.8) : 0) -
    (internalWords.test(subject.gist) || asideWords.test(subject.gist) ? 3 : 0) +
    (/^deprecate/i.test(subject.gist) ? 2 : 0) -
    Math.max(0, beforeColon(subject.gist).length - atAGlance) / 20 -
    (isUpdate(change, nature) ? 100 : 0)
  )
}

/** Pages about a product, except the one about its whole repository. */
const isPageForUsers = (path: string) =>
  kindOfPath(path) === 'documentation' &&
  /\.(?:md|mdx|rst|adoc|markdown|txt)$/i.test(path) &&
  path.includes('/')

/** Words of titles that readers can do without: "Improve the tests", "Fix some other issues". */
const asideWords =
  /\b(?:tests?|specs?|ci|lint\w*|some|several|various|other issues|related issues|stuff|misc\w*)\b/i

/** Lost data and crashes matter more than what a page says. */
function weightOfFix(gist: string): number {
  if (sayingWords.test(gist)) return -2
  if (reliabilityWords.test(gist)) return 1.5
  return detailWords.test(gist) ? -2 : 0
}

/** Verbs for words and order on a page: "Prefer fixes of lost data" loses nothing. */
const sayingWords =
  /^(?:name|label|say|state|word|call|show|describe|explain|align|indent|judge|prefer|rank|reword|write|stop (?:calling|counting|reporting))s?\b/i
