import { wholly } from '../text/pattern.ts'
import type { Commit } from './activity.ts'
import { readSubject, revertedSubject, withoutNumber } from './subject.ts'

export function firstLine(message: string): string {
  const text = message.trimStart()
  const line = text.split('\n', 1)[0]?.slice(0, longest).trim() ?? ''
  return /(?:…| (?:an?|and|by|for|from|in|its|of|or|the|to|with))(?: \(#\d+\))?$/.test(line) ||
    isWrapped(line, text)
    ? joinWrapped(line, text)
    : line
}

/** Whether a full line goes on in the next one without an empty line between them. */
const isWrapped = (line: string, text: string) =>
  line.length >= fullLine && /^\r?\n[a-z`]/.test(text.slice(line.length)) && !/[.:;!?)]$/.test(line)
const fullLine = 64

/** A subject that its author or GitHub continues on the next line; any other one is returned unchanged. */
function joinWrapped(line: string, text: string): string {
  const next =
    text
      .slice(line.length, line.length + longest)
      .trimStart()
      .split('\n', 1)[0]
      ?.trim() ?? ''
  const [, start = '', number = ''] = /^(.*?)( \(#\d+\))?$/.exec(line) ?? []
  if (start.endsWith('…'))
    return next.startsWith('…') ? `${start.slice(0, -1)}${next.slice(1)}${number}` : line
  return /^[\p{L}\d`](?![\w-]*: )/u.test(next) ? `${start} ${next}${number}` : line
}

// Longer than any real line; protects the patterns below from generated input that would make them slow.
const longest = 1_000

export function restOf(message: string): string | null {
  const text = message.trimStart()
  const end = text.indexOf('\n')
  return end === -1 ? null : text.slice(end + 1).trim() || null
}

const numbered = [
  /^Merge pull request #(\d{1,9})\b/,
  /^Merged PR (\d{1,9}):/,
  /^Merged in .+ \(pull request #(\d{1,9})\)$/,
  /\(#(\d{1,9})(?:, ?#\d{1,9})*\)\)?$/,
  /\(!(\d{1,9})\)$/,
]

/** The pull request that a commit's message names as its own. */
export function numberNamedBy(message: string): number | null {
  const line = firstLine(message)
  for (const pattern of numbered) {
    const number = pattern.exec(line)?.[1]
    if (number) return Number(number)
  }
  if (!line.startsWith('Merge branch ')) return null
  const number = /^See merge request \S*!(\d{1,9})\s*$/m.exec(message)?.[1]
  return number ? Number(number) : null
}

const mergeSubject =
  /^Merged? (?:pull request #|PR \d|in |branch|remote-tracking branch|tag |commit (?!from fork))/

export function isMerge(commit: Commit): boolean {
  return commit.parents.length > 1 || (commit.parents.length === 0 && mergeSubject.test(commit.message))
}

/**
 * The title of the pull request in the commit that landed it: a squash's subject, or the first line of prose of a
 * merge.
 */
export function titleLineOf(message: string): string | null {
  const line = firstLine(message)
  if (!mergeSubject.test(line)) return withoutNumber(line)
  const azure = /^Merged PR \d+: (.+)$/.exec(line)?.[1]
  const prose = firstLine(restOf(message) ?? '')
  return azure ?? (prose && !prose.startsWith('See merge request') ? prose : null)
}

/** The prose after that title. */
export function descriptionOf(message: string): string | null {
  const rest = restOf(message)
  return rest && mergeSubject.test(firstLine(message)) ? restOf(rest) : rest
}

/** The branch of a merge commit, without its owner. */
export function branchMergedBy(message: string): string | null {
  const line = firstLine(message)
  const [, pull] = /^Merge pull request #\d+ from [^/\s]+\/(\S+)/.exec(line) ?? []
  return pull ?? /^Merge branch '([^']+)'/.exec(line)?.[1] ?? null
}

/** The account that owns the merged branch of a pull request. */
export function ownerMergedBy(message: string): string | null {
  return /^Merge pull request #\d+ from ([^/\s]+)\//.exec(firstLine(message))?.[1] ?? null
}

/** GitHub's own title for merging the fork of a private advisory. */
export function isAdvisoryMerge(message: string): boolean {
  return /^Merge (?:commit from fork|pull request from GHSA(?:-[0-9a-z]{4}){3})$/i.test(firstLine(message))
}

export function originOf(message: string): string | null {
  return [...message.matchAll(/^\(cherry picked from commit ([0-9a-f]{7,40})\)/gm)].at(-1)?.[1] ?? null
}

const version = String.raw`(?:version\s+)?(?:[@\w./-]+@)?v?\d+\.\d+[\w.+-]*`
const named = String.raw`(?:[@\w./-]+[ -](?:package )?)?${version}`
const verb =
  'pre-?release|release|releasing|rel|prep(?: release| version)?|publish|tag|cut(?: release)?|prepare(?:s|d)?(?: to| for)?(?: the)?(?: release| publish)?(?: of)?|preparing(?: for)?(?: release)?|set (?:development )?version(?: to| for)?|version bump(?: to)?|update version(?: to)?|start|begin|changelog(?: for)?|(?:update )?changelogs? (?:for|to)|release notes for|add(?:ed|s)?(?: the)? version(?: for)?|back to|upgrade version to|' +
  String.raw`(?:bump|update|increase|increment|set|change|upgrade)(?:ed|s|d|ing)?(?: the| all| package| project)* versions?(?: number| numbers)?(?: from \S+)?(?: to| for)?|bump(?:ed|ing)?(?: up)? to`
const announcement = new RegExp(
  String.raw`^(?:${verb})[:\s]\s*${named}(?:$|[\s:(,])(?!\S* ?(?:support|compat))`,
  'i',
)
const bareVersion = new RegExp(
  // A name in another script, or a name and "version", may come before it.
  String.raw`^(?:[^\x00-\x7f]{1,12}\s|[a-z][\w.-]{1,30}\s(?=version\s))?${version}(?: \(.*\)| release| changelog| dev| development| version)?$`,
  'i',
)
const bumpOfItself =
  /^bump(?:ed|s|ing)? (?:to )?v?\d+\.\d+[\w.-]*$|^bump(?:ing)? (?:the )?(?:(?:package|crate|project|workspace|library|release|dev|minor|patch|major|lockstep|all|api) )*versions?\b/i
const releaseTool = wholly('i', [
  /version packages|versions?|publish|(?:new |the )?release[sd]?|release packages/,
  /bump (?:the )?versions?/,
  /(?:prepare|start|begin|open)(?:s|ing)? (?:the |a )?(?:for )?(?:next |new )?(?:release|cycle|dev(?:elopment)?(?: (?:cycle|iteration|version))?|version)/,
  /(?:start|begin|open) (?:\S+ )?(?:development|dev cycle)|back to (?:development|dev|snapshot)/,
  /post[- ]release.*|(?:reverting|revert) release version changes?/,
  /new (?:dev(?:elopment)? )?(?:cycle|version)|release (?:candidate|branch|v?next)/,
  /\[maven-release-plugin\].*/,
  /(?:auto )?(?:generate|update|regenerate|sync) (?:the )?(?:changelog|change log|changes|history|release notes|news)(?:\.\w+)?(?: (?:for|with|to|and|from) .*)?/,
  /(?:add|update) (?:the )?changelog(?:,| and| &) (?:bump|set|update) (?:the )?version\b.*/,
  /changelog(?:\.md)?|update (?:version|versions)(?: (?:number|file|info)s?)?/,
  /updat(?:e|ing) VERSION.*|final(?:i[sz]e)? (?:changelog|release)(?: .*)?/,
  /merge (?:branch )?['"]?(?:v?\d+\.\d[\w.]*|master|main|develop|stable|release[\w./-]*)['"]?(?:[\s-]branch)?(?: in(?:to)| to| back| -> | branch ).*/,
  /back-?merge.*|(?:bring|port|merge) (?:back )?v?\d+\.\d[\w.]* (?:back )?(?:in)?to \S+/,
  /sync (?:with )?(?:main|master|upstream|develop|dev|fork|release)\b.*/,
  /(?:chore: )?enter prerelease mode.*|exit prerelease.*|promote (?:to )?(?:stable|latest|prod\w*)/,
  /(?:bump|roll) (?:to )?(?:next )?(?:dev|snapshot)(?: version)?/,
  /\d{4}[.-]\d\d[.-]\d\d,? version v?\d[\w.]*(?: \(.*\))?|now working on (?:version )?v?\d[\w.-]*/,
  /(?:v?\d+\.\d[\w.]* )?release prep(?:aration)?(?:,? (?:for )?v?\d+\.\d[\w.]*)?/,
  /initiate release|next version (?:is|will be) \S+/,
  /empty commit|trigger (?:ci|build|deploy|release|rebuild).*/,
  /update (?:dist|build|bundle|bundled files|compiled files|generated files)(?: files?)?/,
  /(?:re)?build dist|dist/,
  /(?:update|rebuild|regenerate)d? (?:[\w-]+\/dist|assets)(?: and .*)?/,
  /(?:dev|app|package) version bump.*|bump(?:ed)? (?:the )?(?:app|dev|minor|major|patch) version/,
  /.{0,40}, bump (?:the )?(?:minor|major|patch) version/,
  /revert back to (?:development|developing)\b.*/,
  /(?:publish|add|write)(?:e?s|ed)? (?:the |a )?release (?:post|announcement)\b.*/,
])

/**
 * Whether a subject accepted by `isRelease` merges one branch into another: "Merge main into dev", "Sync with main".
 */
export function mergesBranches(line: string): boolean {
  return isRelease(line) && /^(?:merge|back-?merge|sync)\b/i.test(readSubject(line).description)
}

/** Whether a commit only marks a release, written by a release bot or in its style. */
export function isRelease(line: string): boolean {
  const { type, scope, description } = readSubject(line)
  const statement = (revertedSubject(readSubject(line)) ?? description).trim()
  const marksRelease = [announcement, bareVersion, releaseTool, bumpOfItself].some((pattern) =>
    pattern.test(statement),
  )
  if (type === null) return marksRelease
  if (type === 'docs')
    return /^(?:update|generate|finali[sz]e)\b.*\bchangelog\b|^changelog\b|^release notes\b/i.test(statement)
  if (!['chore', 'build', 'ci', 'release', 'deps'].includes(type)) return false
  if (type === 'deps') return bareVersion.test(statement)
  return type === 'release' || /^releases?$/i.test(scope ?? '') || marksRelease
}
