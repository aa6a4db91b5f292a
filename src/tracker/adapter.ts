import type { Issue } from '../changelog/activity.ts'

/** A tracker that organizations can connect. A new one needs an adapter and a line in `adapters.ts`. */
export type TrackerAdapter = {
  /** Identifier in the database, in targets (`linear:<id>`), on the command line and in NAME_API_URL. */
  provider: string
  /** Display name. */
  name: string
  apiUrl: string
  /** How users know the token: its description, its prefix, and where to create it. */
  token: { help: string; prefix: string; createUrl: string }
  /** Loads the reader on first use. */
  open: (options: TrackerOptions) => Promise<TrackerReader>
}

export type TrackerOptions = {
  apiUrl: string
  token: string
  signal?: AbortSignal
  now?: () => Date
}

/** Every failure is thrown as a TrackerError. */
export type TrackerReader = {
  /** The token's workspace and its teams. */
  readWorkspace: () => Promise<Workspace>
  /**
   * The issues of one team or of all that were closed between `since` (inclusive) and `until` (exclusive); issues to
   * leave out have a reason. `note` describes missing data of an incomplete result.
   */
  readIssues: (range: Range & { leftOut: LeftOut }) => Promise<{ issues: Issue[]; note: string | null }>
  /** Names of the projects and cycles that ended in the range. */
  readEnded: (range: Range) => Promise<string[]>
}

export type Workspace = { id: string; name: string; teams: { id: string; key: string; name: string }[] }

/** Filters: labels by name, teams by key. */
export type LeftOut = { labels: string[]; teams: string[] }

export type Range = { since: Date; until: Date; teamId: string | null }
