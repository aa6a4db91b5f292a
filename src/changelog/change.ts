import type { Commit, Issue } from './activity.ts'
import type { Note } from './note.ts'
import type { Subject } from './subject.ts'

export type Person = { name: string; login: string | null }

/** One change: a pull request with its commits, a commit without one, or a closed issue without either. */
export type Change = {
  id: string
  kind: 'pull_request' | 'commit' | 'issue'
  number: number | null
  /** Plain text: safe for a terminal, not yet escaped for Markdown. */
  title: string
  subject: Subject
  /** Its description, as written. */
  body: string | null
  url: string | null
  authors: Person[]
  commits: Commit[]
  /** Its commits without merges. */
  work: Commit[]
  /** The tracker's issues that it closed. */
  issues: Issue[]
  labels: string[]
  /** True if any person or bot signed it; a coding assistant does not count. */
  isSigned: boolean
  /** True if it was merged from a private advisory. */
  isAdvisory: boolean
  /** The version step of its range. */
  step: 'major' | 'minor' | 'patch' | null
  paths: string[]
  /** Notes of maintainers about it, the best first. */
  notes: Note[]
  /** The part of the product for readers. */
  area: string | null
  /** Changes with the same text, listed together with this one. */
  also: { number: number | null; url: string | null; sha: string }[]
  /** Why it is left out, for example because it was reverted. */
  setAside: string | null
  /** True if it reverts something from before the range. */
  undoesThePast: boolean
}

/** The name of a change in a reason. */
export function nameOf(change: Change): string {
  const reference =
    change.number === null
      ? (change.commits[0]?.sha.slice(0, 7) ?? change.issues[0]?.identifier ?? '')
      : `#${change.number}`
  return `${reference} (${change.title})`
}
