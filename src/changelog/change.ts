import type { Commit, Issue } from './activity.ts'
import type { Note } from './note.ts'
import type { Subject } from './subject.ts'

export type Person = { name: string; login: string | null }

/** One thing that happened: a pull request with its commits, a commit of its own, or an issue that was closed without either. */
export type Change = {
  id: string
  kind: 'pull_request' | 'commit' | 'issue'
  number: number | null
  /** Clean and plain: fit for a terminal, not yet for Markdown. */
  title: string
  subject: Subject
  /** Prose that came with it, as it was written. */
  body: string | null
  url: string | null
  authors: Person[]
  commits: Commit[]
  /** Those commits that are not merges. */
  work: Commit[]
  /** What a tracker knows it as. */
  issues: Issue[]
  labels: string[]
  /** Anybody at all signed it, be it a bot; a model does not count. */
  isSigned: boolean
  /** It was merged from a private advisory. */
  isAdvisory: boolean
  /** How far the version of its range steps from the one before. */
  step: 'major' | 'minor' | 'patch' | null
  paths: string[]
  /** What maintainers wrote about it, the best first. */
  notes: Note[]
  /** The part of the product that it is about, as readers know it. */
  area: string | null
  /** Others that said the same and are told with it. */
  also: { number: number | null; url: string | null; sha: string }[]
  /** Why it is not worth telling whatever it says, for example because it was reverted. */
  setAside: string | null
  /** It takes back something from before the range. */
  undoesThePast: boolean
}

/** How a reason names a change. */
export function nameOf(change: Change): string {
  const reference =
    change.number === null
      ? (change.commits[0]?.sha.slice(0, 7) ?? change.issues[0]?.identifier ?? '')
      : `#${change.number}`
  return `${reference} (${change.title})`
}
