import { plainLine } from '../text/line.ts'
import type { Activity, Issue } from './activity.ts'
import type { Change } from './change.ts'
import { branchMergedBy, firstLine } from './message.ts'
import { readSubject, titleOf } from './subject.ts'

/** The changes of one repository, and the activity they come from. */
export type RepositoryChanges = {
  activity: Activity
  changes: Change[] /** Prefix of its ids. */
  place: string
}

/**
 * Joins issues and changes: an issue and the change that closed it become one, other issues become changes of their
 * own. `tracked` are issues of all repositories; a repository's own issues are in its activity. Every issue is in one
 * change.
 */
export function issuesToChanges(folded: RepositoryChanges[], tracked: Issue[]): Change[] {
  const own = folded.flatMap((each) => {
    const issues = each.activity.issues ?? []
    return issues.length === 0 ? [] : toChanges(attach([each], issues), each.place)
  })
  const left = tracked.length === 0 ? [] : toChanges(attach(folded, tracked), '')
  return [...folded.flatMap(({ changes }) => changes), ...own, ...left]
}

/** Attaches each issue to the change that closed it; returns the other issues. */
function attach(folded: RepositoryChanges[], issues: Issue[]): Issue[] {
  const closers = matchIssues(folded, issues)
  for (const [issue, change] of closers) enrich(change, issue)
  return issues.filter((issue) => !closers.has(issue))
}

/** Strength of the evidence that a change closed an issue; the lowest number is the strongest. */
const evidence = { attached: 0, closing: 1, titled: 2, branch: 3 } as const
type IssueMatch = { issue: Issue; change: Change; strength: number }

/** The change that closed each issue, if any. Of several, the strongest evidence wins, then the newest change. */
export function matchIssues(
  folded: Pick<RepositoryChanges, 'activity' | 'changes'>[],
  issues: Issue[],
): Map<Issue, Change> {
  const open = issues.filter(({ setAside }) => setAside === null)
  const byName = new Map(
    open.flatMap((issue) => [
      [issue.identifier.toUpperCase(), issue] as const,
      ...(issue.url ? [[plainAddress(issue.url), issue] as const] : []),
    ]),
  )
  const byBranch = new Map(
    open.flatMap((issue) => (issue.branch ? [[issue.branch.toLowerCase(), issue]] : [])),
  )
  const byAddress = new Map<string, Issue[]>()
  for (const issue of open)
    for (const address of issue.attachments)
      byAddress.set(plainAddress(address), [...(byAddress.get(plainAddress(address)) ?? []), issue])

  const found = new Map<Issue, IssueMatch>()
  for (const { activity, changes } of folded) {
    const pullRequests = new Map(activity.pullRequests.map((each) => [each.number, each]))
    for (const change of changes) {
      // Releases and merges close nothing; a change that was later reverted still did.
      if (change.setAside !== null && !/\brevert/.test(change.setAside)) continue
      const pull = change.number === null ? undefined : pullRequests.get(change.number)
      const messages = change.commits.map(({ message }) => message)
      const titles = pull ? [pull.title] : messages.map(firstLine)
      const branches = [pull?.branch, ...messages.map(branchMergedBy)].filter((each) => each != null)
      const texts = [pull?.body ?? '', ...messages]
      const addresses = [change.url, ...change.commits.map(({ url }) => url)].filter((each) => each !== null)
      const take = (issue: Issue | undefined, strength: number) => {
        const known = issue && found.get(issue)
        if (issue && (!known || strength < known.strength)) found.set(issue, { issue, change, strength })
      }
      for (const address of addresses)
        for (const issue of byAddress.get(plainAddress(address)) ?? []) take(issue, evidence.attached)
      for (const name of texts.flatMap(namesClosedIn)) take(byName.get(name), evidence.closing)
      for (const name of titles.flatMap(namesIn)) take(byName.get(name), evidence.titled)
      for (const branch of branches) {
        take(byBranch.get(branch.toLowerCase()), evidence.branch)
        for (const name of namesIn(branch)) take(byName.get(name), evidence.branch)
      }
    }
  }
  return new Map([...found.values()].map(({ issue, change }) => [issue, change]))
}

const plainAddress = (address: string) => address.toLowerCase().replace(/[?#].*$|\/+$/g, '')

const ticket = /(?<![\p{L}\p{N}])[A-Z][A-Z0-9]{0,15}-\d{1,9}(?![\p{L}\p{N}])/giu
const reference = String.raw`(?:https?://\S{1,60}/issues?/)?#?(?:[A-Z][A-Z0-9]{0,15}-)?\d{1,9}\b\S{0,200}`
const closing = new RegExp(
  String.raw`\b(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?|complete[sd]?|implement(?:s|ed)?)[ \t]*:?[ \t]+(${reference}(?:(?:,| and)? ${reference}){0,20})`,
  'gi',
)
// Longer than any real description.
const longest = 20_000

function namesIn(text: string): string[] {
  return (
    text
      .slice(0, 1_000)
      .match(ticket)
      ?.map((name) => name.toUpperCase()) ?? []
  )
}

/** The issues named in "Fixes ENG-12", "closes #7 and #8" or "Resolves https://linear.app/acme/issue/ENG-12/...". */
function namesClosedIn(text: string): string[] {
  return [...text.slice(0, longest).matchAll(closing)].flatMap(([, list = '']) => [
    ...namesIn(list),
    ...(list.match(/(?<![\w/])#\d{1,9}\b/g) ?? []),
    ...(list.match(/https?:\/\/\S+/g)?.map((address) => plainAddress(address.replace(/[^\w/]+$/, ''))) ?? []),
  ])
}

/** The change's own words come first; the issue fills the gaps. */
function enrich(change: Change, issue: Issue) {
  change.issues.push(issue)
  change.body ??= issue.body
  if (change.subject.type === null && change.labels.length === 0) change.labels = [...issue.labels]
}

/** Issues that no change closed; a part of a listed issue is listed with it. */
function toChanges(issues: Issue[], place: string): Change[] {
  const byId = new Map(issues.map((issue) => [issue.id, issue]))
  return issues
    .toSorted((a, b) => b.closedAt.getTime() - a.closedAt.getTime())
    .map((issue) => {
      const whole = wholeOf(issue, byId)
      const subject = readSubject(plainLine(issue.title))
      return {
        id: `${place}issue:${issue.provider}:${issue.id}`,
        kind: 'issue',
        number: null,
        title: titleOf(subject),
        subject,
        body: issue.body,
        // Readers cannot open a private tracker; the ledger stores the URL.
        url: issue.provider === 'github' ? issue.url : null,
        authors: [],
        commits: [],
        work: [],
        issues: [issue],
        labels: issue.labels,
        isSigned: false,
        isAdvisory: false,
        step: null,
        paths: [],
        notes: [],
        area: null,
        also: [],
        setAside:
          issue.setAside ?? (whole && `It is a part of ${whole.identifier}, which has its own entry.`),
        undoesThePast: false,
      }
    })
}

/** The outermost listed issue that contains an issue; with circular parents each issue counts alone. */
function wholeOf(issue: Issue, byId: Map<string, Issue>): Issue | null {
  const seen = new Set([issue.id])
  let whole: Issue | null = null
  for (let id = issue.parentId; id !== null; ) {
    if (seen.has(id)) return null
    seen.add(id)
    const parent = byId.get(id)
    if (!parent || parent.setAside !== null) break
    whole = parent
    id = parent.parentId
  }
  return whole
}
