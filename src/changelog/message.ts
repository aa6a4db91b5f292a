import type { Commit } from './activity.ts'
import { readSubject, withoutNumber } from './subject.ts'

export function firstLine(message: string): string {
  return message.trimStart().split('\n', 1)[0]?.slice(0, longest).trim() ?? ''
}

// Nobody writes more on one line; a machine could, to make the patterns below slow.
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
  /\(#(\d{1,9})\)$/,
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

const mergeSubject = /^Merged? (?:pull request #|PR \d|in |branch|remote-tracking branch|tag |commit )/

export function isMerge(commit: Commit): boolean {
  return commit.parents.length > 1 || (commit.parents.length === 0 && mergeSubject.test(commit.message))
}

/** What a pull request is called by the commit that landed it: a squash's subject, or a merge's first line of prose. */
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

/** The branch that a merge brought in, without its owner. */
export function branchMergedBy(message: string): string | null {
  const line = firstLine(message)
  const [, pull] = /^Merge pull request #\d+ from [^/\s]+\/(\S+)/.exec(line) ?? []
  return pull ?? /^Merge branch '([^']+)'/.exec(line)?.[1] ?? null
}

export function originOf(message: string): string | null {
  return [...message.matchAll(/^\(cherry picked from commit ([0-9a-f]{7,40})\)/gm)].at(-1)?.[1] ?? null
}

const version = String.raw`(?:version\s+)?(?:[@\w./-]+@)?v?\d+\.\d+[\w.+-]*`
const verb =
  'release|publish|tag|cut(?: release)?|prepare(?: for)?(?: release)?|set version(?: to)?|version bump(?: to)?|' +
  String.raw`bump(?: the)?(?: package)? version(?: number)?(?: from \S+)?(?: to)?`
const announcement = new RegExp(String.raw`^(?:${verb})[:\s]\s*${version}(?:$|[\s:(,])`, 'i')
const bareVersion = new RegExp(`^${version}$`, 'i')
const releaseTool =
  /^(?:version packages|bump (?:the )?version|prepare (?:the )?(?:next )?release|\[maven-release-plugin\].*)$/i

/** Only marks a release: written by a release bot, or by hand in its manner. */
export function isRelease(line: string): boolean {
  const { type, scope, description } = readSubject(line)
  const marksRelease = [announcement, bareVersion, releaseTool].some((pattern) => pattern.test(description))
  if (type === null) return marksRelease
  if (!['chore', 'build', 'ci', 'release'].includes(type)) return false
  return type === 'release' || scope === 'release' || marksRelease
}
