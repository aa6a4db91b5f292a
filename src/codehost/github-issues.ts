import type { Issue, Repository } from '../changelog/activity.ts'
import { issueUrl } from '../changelog/links.ts'
import { asIssues, type IssueAnswer, toDate } from './github-answer.ts'
import type { GitHubClient } from './github-client.ts'

/** Of more than 5,000 issues, only the most recently changed are read. */
const maxPages = 50
/** Only the first sentences of descriptions are used. */
const maxBody = 6_000

/**
 * The issues of a repository that were closed between `since` (inclusive) and `until` (exclusive), without pull
 * requests.
 */
export async function readClosedIssues(
  client: GitHubClient,
  repository: Repository,
  since: Date,
  until: Date,
): Promise<Issue[]> {
  const issues = new Map<number, Issue>()
  // Closing an issue updates it, so earlier updates need not be listed.
  const closed = { state: 'closed', sort: 'updated', direction: 'desc', since: since.toISOString() }
  for await (const page of client.pages(repository, '/issues', closed, asIssues, maxPages)) {
    for (const answer of page) {
      const closedAt = toDate(answer.closed_at)
      if (answer.pull_request || !closedAt || closedAt < since || closedAt >= until) continue
      issues.set(answer.number, toIssue(repository, answer, closedAt))
    }
  }
  return [...issues.values()]
}

function toIssue(repository: Repository, answer: IssueAnswer, closedAt: Date): Issue {
  const { number, title, body, labels, milestone, state_reason: reason } = answer
  return {
    provider: 'github',
    id: String(number),
    identifier: `#${number}`,
    title,
    body: body?.slice(0, maxBody) || null,
    url: issueUrl(repository, number),
    labels: (labels ?? []).flatMap(({ name }) => name ?? []),
    project: milestone?.title ?? null,
    estimate: null,
    parentId: null,
    closedAt,
    branch: null,
    attachments: [],
    setAside: reason && reason !== 'completed' ? `It was closed as ${reason.replaceAll('_', ' ')}.` : null,
  }
}
