import type { Category } from './category.ts'
import type { Note } from './note.ts'

// What the engine reads: plain facts of a repository between two points, whoever collected them.

export type Repository = {
  owner: string
  name: string
  /** Where the repository can be read, without a trailing slash; its pull requests live under `${url}/pull/`. */
  url: string
}

export type Commit = {
  /** Full, 40 hexadecimal digits. */
  sha: string
  message: string
  authorName: string
  /** The account at the code host, where it is known. */
  authorLogin: string | null
  authoredAt: Date
  url: string | null
  /** Shas of the parents, first parent first; empty where the source does not tell. */
  parents: string[]
  /** Paths that the commit touches; empty where the source does not tell. */
  paths: string[]
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
  /** The branch that it brought, where the source tells. */
  branch?: string | null
}

/** A closed issue of a tracker: what was done, in the words of those who wanted it. */
export type Issue = {
  /** The tracker, or `github` for an issue of the repository itself. */
  provider: string
  /** As the tracker knows it. */
  id: string
  /** As people call it: ENG-12, #12. */
  identifier: string
  title: string
  body: string | null
  /** Where its tracker shows it; other trackers than the code host show it to their own team only. */
  url: string | null
  labels: string[]
  /** The project or milestone that it belongs to. */
  project: string | null
  /** How large its team thought it was. */
  estimate: number | null
  /** The id of the issue that it is a part of. */
  parentId: string | null
  closedAt: Date
  /** The branch that the tracker proposes for its code. */
  branch: string | null
  /** Addresses of pull requests and commits that are attached to it. */
  attachments: string[]
  /** Why it is not told, for example because it was cancelled. */
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

/** What a project may say about itself, where the rules cannot know. */
export type ProjectRules = {
  /** The product's name, as readers know it. */
  product?: string
  /** What readers call the area behind a scope. */
  areas?: Record<string, string>
  /** Which category a label stands for. */
  labels?: Record<string, Category>
  /** Changes that touch nothing else are left out; globs. */
  ignoredPaths?: string[]
  /** Changes that nobody else made are left out; names or accounts. */
  ignoredAuthors?: string[]
  /** The folder whose folders are the packages. */
  packageFolder?: string
  /** False where naming who made each change tells readers nothing. */
  credits?: boolean
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
  /** The repository's own issues that were closed in the range, where they are read. */
  issues?: Issue[]
  /** What maintainers wrote in the range for their readers, where the source can tell. */
  notes?: Note[]
  /** Names of those whose first commits these are, where the source knows the history before. */
  newcomers?: string[]
  /** What the project says about itself. */
  rules?: ProjectRules
}
