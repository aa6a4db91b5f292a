import { withoutComments } from '../text/comments.ts'
import { readDeclaredBreaking } from './breaking.ts'
import type { Change } from './change.ts'
import { nameOf } from './change.ts'
import { indexCommits } from './commit-index.ts'
import { natureOf } from './find-nature.ts'
import { isForeign } from './languages.ts'
import type { Note } from './note.ts'
import { readSecurity } from './security.ts'

/** Its text is none if it only links to a changelog. */
const entry = /^Changelog:[ \t]*(?!https?:)(\S.*)$/im
const part = /^Part-of:[ \t]*(?:#|gh-|\S*\/(?:pull|commit)\/)?([0-9a-f]{7,40}|\d{1,9})\b/im
const silent = /^(?:none|no|skip|false|internal|n\/a|-)\.?$/i
/** Kinds of change that GitLab's trailer names, and the types that they stand for. */
const kinds: Record<string, string> = {
  added: 'feat',
  fixed: 'fix',
  changed: 'feat',
  deprecated: 'feat',
  removed: 'feat',
  security: 'security',
  performance: 'perf',
  other: 'chore',
}

/** What the `Changelog` trailer of a change says: nothing to report, the kind of the change, or its text. */
export function applyChangelogTrailer(change: Change): void {
  const said = trailersOf(change)
    .map((text) => entry.exec(text)?.[1]?.trim())
    .find(Boolean)
  if (!said) return
  const type = Object.hasOwn(kinds, said.toLowerCase()) ? kinds[said.toLowerCase()] : undefined
  if (silent.test(said)) omit(change, 'Its Changelog trailer says that it is not reported.')
  else if (type !== undefined) change.subject = { ...change.subject, type }
  else change.notes = [noteOf(said)]
}

/** A block for the release notes in a description, as many projects of Kubernetes ask for. */
const block = /^```release-notes?[ \t]*\r?\n([^`]{1,2000}?)\r?\n[ \t]*```/im

/** What the block for the release notes says: nothing to report, or a text in the language of the title. */
export function applyNoteBlock(change: Change): void {
  const said = block.exec(withoutComments(change.body ?? ''))?.[1]?.trim()
  if (!said) return
  if (silent.test(said)) omit(change, 'Its description has no text for the release notes.')
  else if (change.notes.length === 0 && isForeign(said) === isForeign(change.title))
    change.notes = [noteOf(said)]
}

/** Leaves out a change that its author does not report, unless it is breaking or about security. */
function omit(change: Change, reason: string): void {
  if (!mustBeListed(change)) change.setAside ??= reason
}

function mustBeListed(change: Change): boolean {
  const { nature } = natureOf(change)
  return readDeclaredBreaking(change, nature) !== null || readSecurity(change, nature) !== null
}

/** Leaves out the changes whose `Part-of` trailer names another change of the range that is not left out. */
export function joinParts(changes: Change[]): void {
  const parts = changes.flatMap((change) => {
    const named = trailersOf(change)
      .map((text) => part.exec(text)?.[1])
      .find((found) => found !== undefined)
    return named === undefined ? [] : [{ change, named }]
  })
  if (parts.length === 0) return
  const byNumber = new Map(changes.map((change) => [change.number, change]))
  const bySha = new Map(changes.flatMap((change) => change.commits.map(({ sha }) => [sha, change] as const)))
  const findCommit = indexCommits(changes.flatMap(({ commits }) => commits))
  const wholes = new Map<Change, Change>()
  for (const { change, named } of parts) {
    const found = byNumber.get(Number(named)) ?? bySha.get(findCommit(named)?.sha ?? '')
    const whole = found && (wholes.get(found) ?? found)
    if (!whole || whole === change || whole.setAside !== null || change.setAside !== null) continue
    if (mustBeListed(change)) continue
    change.setAside = `It is a part of ${nameOf(whole)}.`
    wholes.set(change, whole)
  }
}

/** The last paragraphs of a description and of commit messages; the first line of a message is no trailer. */
function trailersOf({ body, commits }: Change): string[] {
  const messages = commits.map(({ message }) => message.replace(/^.*/, ''))
  return [body ?? '', ...messages].map(
    // A squash merge adds the authors below the trailers.
    (text) =>
      withoutComments(text)
        .trim()
        .split(/\r?\n[ \t]*\r?\n/)
        .findLast((each) => !/^(?:-{3,}|co-authored-by:)/i.test(each)) ?? '',
  )
}

const noteOf = (text: string): Note => ({
  text,
  detail: null,
  section: null,
  isBreaking: false,
  numbers: [],
  shas: [],
  packages: [],
  writtenBy: null,
})
