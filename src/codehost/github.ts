import type { Activity, Commit, Repository } from '../changelog/activity.ts'
import type { HostRepository } from './events.ts'
import { createClient, type GitHubOptions } from './github-client.ts'
import { completeCommits, hasBranch, readHistory } from './github-commits.ts'
import { prevented, type RedeliveryLimits, redeliverFailed } from './github-hooks.ts'
import { readClosedIssues } from './github-issues.ts'
import { endsOf } from './github-mainline.ts'
import { type PushedRange, readHead, readPublished, readPushed } from './github-news.ts'
import { filterByPackage } from './github-package.ts'
import { type Proposal, proposeFile } from './github-propose.ts'
import { readPullRequests } from './github-pull-requests.ts'
import { writeReleaseBody } from './github-release-body.ts'
import { readRelease, readReleaseRange, readReleasesBetween } from './github-releases.ts'

export type GitHub = ReturnType<typeof createGitHub>

/** GitHub as a source of activity. Every failure is thrown as a CodeHostError. */
export function createGitHub(options: GitHubOptions) {
  const client = createClient(options)
  return {
    /** Looks up a repository; the result has its names as the host spells them, or its new names after a move. */
    async probeRepository(owner: string, name: string): Promise<HostRepository> {
      const found = await client.repository({ owner, name })
      return {
        id: found.id ?? null,
        owner: found.owner.login,
        name: found.name,
        defaultBranch: found.default_branch ?? null,
        url: found.html_url ?? null,
      }
    },

    /** Whether a repository has a branch, or another ref with that name. */
    hasBranch: (repository: Pick<Repository, 'owner' | 'name'>, branch: string) =>
      hasBranch(client, repository, branch),

    /** The same data as webhook deliveries, for polling. */
    readHead: (repository: Repository) => readHead(client, repository),
    readPushed: (repository: Repository, range: PushedRange) => readPushed(client, repository, range),
    readPublished: (repository: Repository) => readPublished(client, repository),

    /** Changes the body of a published release by `edit`, and reads it back. */
    writeReleaseBody: (repository: Repository, tagName: string, edit: (body: string) => string) =>
      writeReleaseBody(client, repository, tagName, edit),

    /** Proposes a file by a pull request, or updates the open one; null if the base has it. */
    proposeFile: (repository: Repository, proposal: Proposal) => proposeFile(client, repository, proposal),

    /** Requests the failed deliveries of a webhook again. */
    redeliverFailed: async (
      repository: Repository,
      webhook: { url: string; since: Date },
      limits: RedeliveryLimits,
    ) =>
      options.token === null || options.publicOnly
        ? prevented('no-token')
        : redeliverFailed(client, repository, webhook, limits),

    /** The changes of a release since the previous one of its family; `stableOnly` skips pre-releases. */
    async readReleaseActivity(
      repository: Repository,
      { tagName, stableOnly = false }: { tagName: string; stableOnly?: boolean },
    ): Promise<Activity> {
      const release = await readRelease(client, repository, tagName)
      const { from, commits, notes } = await readReleaseRange(client, repository, release, stableOnly)
      const pullRequests = await readPullRequests(client, repository, commits)
      const activity = { repository, from, to: tagName, commits, pullRequests, releases: [release], notes }
      return filterByPackage(client, activity, tagName)
    },

    /** The changes of a push: the commits of its delivery, newest first, with the host's data for them. */
    async readPushActivity(repository: Repository, pushed: Commit[]): Promise<Activity> {
      const commits = await completeCommits(client, repository, pushed)
      const pullRequests = await readPullRequests(client, repository, commits)
      const { from, to } = endsOf(commits)
      return { repository, from, to: to ?? '', commits, pullRequests, releases: [] }
    },

    /** Issues of the repository that were closed between two times. */
    readClosedIssues: (repository: Repository, since: Date, until: Date) =>
      readClosedIssues(client, repository, since, until),

    /** The changes that landed on a branch (by default the default branch) between two times. */
    async readWindowActivity(
      repository: Repository,
      { since, until, branch }: { since: Date; until: Date; branch: string | null },
    ): Promise<Activity> {
      const commits = await readHistory(client, repository, {
        between: [since, until],
        sha: branch ?? undefined,
      })
      const pullRequests = await readPullRequests(client, repository, commits)
      const releases = await readReleasesBetween(client, repository, since, until)
      const { from, to } = endsOf(commits)
      return { repository, from, to: to ?? branch ?? 'HEAD', commits, pullRequests, releases }
    },
  }
}
