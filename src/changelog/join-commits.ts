import { mapSliced, runAtOnce, type Sliced } from '../slices.ts'
import { withoutComments } from '../text/comments.ts'
import type { Activity, Commit, PullRequest } from './activity.ts'
import { describeAdvisory, findAdvisoryCommits } from './advisory.ts'
import { areaOf, dropSharedArea, spellAlike } from './area.ts'
import { attachNotes } from './attach-notes.ts'
import type { Change } from './change.ts'
import { type Group, groupCommits } from './groups.ts'
import { commitUrl, pullRequestUrl } from './links.ts'
import {
  branchMergedBy,
  descriptionOf,
  firstLine,
  isAdvisoryMerge,
  isMerge,
  isRelease,
  mergesBranches,
  numberNamedBy,
  restOf,
  titleLineOf,
} from './message.ts'
import { namePartsOf } from './named-parts.ts'
import type { Note } from './note.ts'
import { readChangelogInSlices } from './notes/changelog-file.ts'
import { kindOfPath, mainKindOf } from './paths.ts'
import { isModel, readAccounts, readAuthors } from './people.ts'
import { ignoredBy, ownValue } from './project-rules.ts'
import { retitle } from './retitle.ts'
import { cancelReverts } from './reverts.ts'
import { stepOf } from './step.ts'
import { readSubject, type Subject, titleOf } from './subject.ts'
import { moodOf } from './title-mood.ts'
import { applyChangelogTrailer, applyNoteBlock, joinParts } from './trailers.ts'
import { cancelWithdrawn } from './withdrawn.ts'
import { featureWords, fixWords, performanceWords, soonerWords } from './words.ts'

/** Groups activity into changes, newest first; every commit belongs to exactly one. */
export const foldChanges = (activity: Activity, name?: string): Change[] =>
  runAtOnce(foldInSlices(activity, name))

/** Like `foldChanges`, in slices: a push may contain thousands of commits. */
export function* foldInSlices(activity: Activity, name?: string): Sliced<Change[]> {
  const { rules = {} } = activity
  const { groups, moved } = groupCommits(activity)
  yield
  const pullRequests = new Map(activity.pullRequests.map((each) => [each.number, each]))
  const accounts = readAccounts(activity.commits)
  const product = rules.product ?? name ?? activity.repository?.name ?? null
  const step = stepOf(activity.from, activity.to)
  const ofAdvisories = findAdvisoryCommits(activity.commits)

  const changes = yield* mapSliced(groups.values(), (group) => {
    const known = group.number === null ? undefined : pullRequests.get(group.number)
    const { line: own, body, origin } = describe(group, known)
    const line = namePartsOf(own, body) ?? own
    const work = group.commits.filter((commit) => !isMerge(commit))
    const subject = readSubject(line)
    const signers = work.length > 0 ? work : [origin]
    const paths = [...new Set(group.commits.flatMap((commit) => commit.paths))]
    const change: Change = {
      id: group.key,
      kind: group.number === null ? 'commit' : 'pull_request',
      number: group.number,
      title: titleOf(subject),
      subject,
      body,
      url:
        group.number === null
          ? commitUrl(activity.repository, origin.sha)
          : pullRequestUrl(activity.repository, group.number),
      authors: readAuthors(signers, known?.authorLogin ?? null, accounts),
      commits: group.commits,
      issues: [],
      work,
      labels: [...(known?.labels ?? []), ...kindsIn(body)].map(
        (label) => ownValue(rules.labels, label) ?? label,
      ),
      isSigned: signers.some(({ authorName }) => authorName.trim() !== '' && !isModel(authorName, '')),
      isAdvisory:
        isAdvisoryMerge(origin.message) || (ofAdvisories.has(origin.sha) && mainKindOf(paths) === 'source'),
      step,
      paths,
      notes: [],
      area: null,
      also: [],
      setAside: namesVersion(subject, activity.to, product) ? onlyRelease : setAside(group, line, paths),
      undoesThePast: false,
    }
    change.setAside ??= ignoredBy(change, rules)
    return change
  })
  yield* cancelReverts(changes, activity, moved)
  readLooseTypes(changes)
  yield* attachNotes(changes, [...(activity.notes ?? []), ...(yield* notesOfReleases(activity))])
  for (const change of changes) {
    applyNoteBlock(change)
    applyChangelogTrailer(change)
    yield
  }
  for (const change of changes) {
    retitle(change)
    change.area = areaOf(change, { product, names: rules.areas, folder: rules.packageFolder })
    yield
  }
  spellAlike(changes)
  dropSharedArea(changes, Object.values(rules.areas ?? {}))
  cancelWithdrawn(changes)
  joinParts(changes)
  const { folder } = activity
  return folder === undefined
    ? changes
    : changes.filter(({ paths }) => paths.some((path) => path.startsWith(`${folder}/`)))
}

const minLoose = 5

/** In some projects "perf" means any improvement; there the words of a title decide. */
function readLooseTypes(changes: Change[]): void {
  const declared = changes.filter(({ subject }) => subject.type === 'perf')
  const usual = changes.filter(({ subject: { type } }) => type === 'feat' || type === 'fix')
  const others = declared.filter(({ subject }) => !isFaster(subject.gist))
  if (declared.length < minLoose || others.length * 4 < declared.length * 3) return
  // Where features and fixes have types of their own, "perf" has its usual meaning.
  if (declared.length * 2 < usual.length) return
  const additions = others.filter(({ subject: { gist } }) => featureWords.test(gist) || fixWords.test(gist))
  if (additions.length * 2 < others.length) return
  for (const change of others) change.subject = { ...change.subject, type: null }
}

const isFaster = (gist: string) => performanceWords.test(gist) || soonerWords.test(gist)

/** Notes from the body of the range's own release. */
function* notesOfReleases({ releases, to }: Activity): Sliced<Note[]> {
  const notes: Note[] = []
  for (const { body } of releases.filter(({ tagName }) => tagName === to))
    for (const { line: _line, version: _version, ...note } of yield* readChangelogInSlices(body ?? ''))
      notes.push({ ...note, packages: [], writtenBy: null })
  return notes
}

/** The subject line and the description of a group, from the best available source. */
function describe(
  group: Group,
  known: PullRequest | undefined,
): { line: string; body: string | null; origin: Commit } {
  const { number, commits, key } = group
  const origin =
    (number === null ? commits.find(({ sha }) => key.endsWith(sha)) : landingOf(group, known)) ??
    newest(group)
  if (isAdvisoryMerge(origin.message)) return { ...describeAdvisory(origin), origin }
  if (number === null) return { line: firstLine(origin.message), body: restOf(origin.message), origin }

  const work = commits.filter((commit) => !isMerge(commit))
  const only = work.length === 1 ? work[0] : undefined
  const declared = work.findLast(({ message }) => forUsers.test(message)) ?? only
  const named = numberNamedBy(origin.message) === number
  const title = known?.title.trim() || (named && titleLineOf(origin.message)) || null
  return {
    line:
      (title !== null && !isBranch(title, origin.message) && title) ||
      (declared && firstLine(declared.message)) ||
      branchMergedBy(origin.message)?.replace(/^.*\//, '').replace(/[-_]+/g, ' ') ||
      firstLine(newest(group).message),
    body:
      known?.body?.trim() ||
      (named ? descriptionOf(origin.message) : null) ||
      (only ? restOf(only.message) : null),
    origin,
  }
}

/** The kinds that a description declares to a bot of the repository: "/kind bug". */
const kindsIn = (body: string | null) =>
  [
    ...withoutComments(body ?? '')
      .slice(0, maxKinds)
      .matchAll(/^\/(kind [a-z-]{2,30})[ \t]*\r?$/gm),
  ].map(([, kind = '']) => kind.replace(' ', '/'))
const maxKinds = 4_000

/** A commit whose type is of a change for users. */
const forUsers = /^(?:feat|fix|perf|security)(?:\([^)]*\))?!?: /

/** Tools that name a branch after a title make longer names. */
const maxOfBranch = 3

/** Whether a title is only the name of the branch, which GitHub suggests for several commits. */
function isBranch(title: string, message: string): boolean {
  const [branch, said] = [branchMergedBy(message) ?? '', title].map((text) =>
    text.toLowerCase().replace(/[^a-z\d]+/g, ' '),
  )
  return branch === said && title.trim().split(/\s+/).length <= maxOfBranch
}

function landingOf({ number, commits }: Group, known: PullRequest | undefined): Commit | undefined {
  return (
    commits.find(({ message }) => numberNamedBy(message) === number) ??
    commits.find(({ sha }) => sha === known?.mergeCommitSha)
  )
}

function newest({ commits: [commit] }: Group): Commit {
  if (!commit) throw new Error('A change needs at least one commit.')
  return commit
}

const onlyRelease = 'It only marks a release.'

/**
 * Whether a title is only a name and the version that the range ends with, "Maps for Ana 2.1.0", or the product and any
 * version.
 */
function namesVersion({ description }: Subject, to: string, product: string | null): boolean {
  const [, named = ''] = /^(.+?) v?\d+\.\d[\w.-]*$/.exec(description) ?? []
  if (product !== null && named.toLowerCase() === product.toLowerCase()) return true
  const version = /\d+\.\d+[\w.-]*$/.exec(to)?.[0]
  return (
    version !== undefined &&
    description.endsWith(` ${version}`) &&
    moodOf(description) !== 'order' &&
    /^(?:[\w.+#-]+ ){1,6}v?[\w.-]+$/.test(description)
  )
}

const onlyMerges = 'It only merges one branch into another.'

function setAside({ number, commits, onlyCarries }: Group, line: string, paths: string[]): string | null {
  if (mergesBranches(line)) return onlyMerges
  if (isRelease(line)) return onlyRelease
  if (onlyCarries) return 'It only brings in changes that have entries of their own.'
  if (number === null && commits.every(isMerge)) return onlyMerges
  if (paths.length > 0 && paths.every((path) => kindOfPath(path) === 'notes'))
    return 'It only adds release notes.'
  if (paths.length > 0 && paths.every((path) => /^(?:dist|build)\//.test(path)))
    return 'It only updates built files.'
  return null
}
