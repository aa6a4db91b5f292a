import type { Category } from './category.ts'
import type { Note } from './note.ts'

// The input of the engine: facts of a repository between two points, from any source.

export type Repository = {
  owner: string
  name: string
  /** The web address of the repository, without a trailing slash; pull requests are at `${url}/pull/`. */
  url: string
}

export type Commit = {
  /** Full, 40 hexadecimal digits. */
  sha: string
  message: string
  authorName: string
  /** The account at the code host; null if unknown. */
  authorLogin: string | null
  authoredAt: Date
  url: string | null
  /** Shas of the parents, first parent first; empty if the source does not provide them. */
  parents: string[]
  /** Paths that the commit touches; empty if the source does not provide them. */
  paths: string[]
  /** Those of them that it creates, if the source provides that. */
  added?: string[]
}

export type PullRequest = {
  number: number
  title: string
  body: string | null
  url: string | null
  authorLogin: string | null
  labels: string[]
  mergedAt: Date | null
  mergeCommitSha: string | null
  /** Shas known to belong to it; commits that name it in their message need not be listed. */
  commits: string[]
  /** The merged branch, if the source provides it. */
  branch?: string | null
}

/** A closed issue of a tracker: the work in the words of the people who asked for it. */
export type Issue = {
  /** The tracker, or `github` for an issue of the repository itself. */
  provider: string
  /** The tracker's internal id. */
  id: string
  /** The displayed id: ENG-12, #12. */
  identifier: string
  title: string
  body: string | null
  /** Its page; pages of trackers other than the code host are visible only to the team. */
  url: string | null
  labels: string[]
  /** The project or milestone that it belongs to. */
  project: string | null
  /** The team's size estimate. */
  estimate: number | null
  /** The id of its parent issue. */
  parentId: string | null
  closedAt: Date
  /** The branch name that the tracker proposes. */
  branch: string | null
  /** URLs of attached pull requests and commits. */
  attachments: string[]
  /** Why it is left out, for example because it was canceled. */
  setAside: string | null
}

export type Release = {
  tagName: string
  name: string | null
  body: string | null
  prerelease: boolean
  publishedAt: Date | null
  url: string | null
}

/** Settings of a project that the rules cannot infer. */
export type ProjectRules = {
  /** The product's name for readers. */
  product?: string
  /** Names for readers by scope. */
  areas?: Record<string, string>
  /** Categories by label. */
  labels?: Record<string, Category>
  /** Changes that touch only these paths are left out; globs. */
  ignoredPaths?: string[]
  /** Changes made only by these people are left out; names or accounts. */
  ignoredAuthors?: string[]
  /** The folder that contains the packages. */
  packageFolder?: string
  /** Authors in one line at the end (true), at each change (`inline`), or not at all (false). Default: true. */
  credits?: boolean | 'inline'
  /** The step that a new feature asks for before 1.0. Default: `minor`. */
  earlyFeatures?: 'minor' | 'patch'
  /** The file with the version, relative to the root or to the folder of a package. */
  manifest?: string
}

/** Everything between two points: `from` is exclusive and null at the beginning of history, `to` is inclusive. */
export type Activity = {
  repository: Repository | null
  from: string | null
  to: string
  /** Newest first, each sha once. */
  commits: Commit[]
  pullRequests: PullRequest[]
  releases: Release[]
  /** The repository's own issues closed in the range, if they are read. */
  issues?: Issue[]
  /** Notes for users that maintainers wrote in the range, if the source provides them. */
  notes?: Note[]
  /** Names of authors with their first commits, if the source has the earlier history. */
  newcomers?: string[]
  /** The project's settings. */
  rules?: ProjectRules
  /** The folder of a package: changes that touch nothing in it do not belong to the changelog. */
  folder?: string
}
