import type { Issue } from '../changelog/activity.ts'

/** A tracker that organizations can connect. Adding one takes its adapter and a line in `adapters.ts`. */
export type TrackerAdapter = {
  /** Names it in the database, in targets (`linear:<id>`), on the command line and in NAME_API_URL. */
  provider: string
  /** What people call it. */
  name: string
  apiUrl: string
  /** What its own readers call the token, how it begins, and where it is created. */
  token: { help: string; prefix: string; createUrl: string }
  /** What reads it. Loaded at first use. */
  open: (options: TrackerOptions) => Promise<TrackerReader>
}

export type TrackerOptions = {
  apiUrl: string
  token: string
  signal?: AbortSignal
  now?: () => Date
}

/** Whatever cannot be read is thrown as a TrackerError. */
export type TrackerReader = {
  /** Whose workspace the token opens, and its teams. */
  readWorkspace: () => Promise<Workspace>
  /**
   * The issues that were closed from `since` until just before `until`, of one team or of all; those to leave out have
   * a reason. `note` says what is missing where the answer is not whole.
   */
  readIssues: (range: Range & { leftOut: LeftOut }) => Promise<{ issues: Issue[]; note: string | null }>
  /** Projects and cycles that ended in the range, by their names. */
  readEnded: (range: Range) => Promise<string[]>
}

export type Workspace = { id: string; name: string; teams: { id: string; key: string; name: string }[] }

/** What is left out of a reading: labels by name, teams by key. */
export type LeftOut = { labels: string[]; teams: string[] }

export type Range = { since: Date; until: Date; teamId: string | null }
