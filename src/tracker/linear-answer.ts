import { type Static, Type as t } from '@sinclair/typebox'
import type { Issue } from '../changelog/activity.ts'
import { maybe, shaper } from '../codehost/github-shape.ts'
import { plainLine } from '../text/line.ts'

// The queries to Linear, the parts of its responses that are read, and their conversion.

const listOf = <T extends Parameters<typeof maybe>[0]>(node: T) =>
  maybe(t.Object({ nodes: t.Array(maybe(node)) }))

const WorkspaceAnswer = t.Object({
  organization: t.Object({ id: t.String(), name: t.String() }),
  teams: t.Object({ nodes: t.Array(t.Object({ id: t.String(), key: t.String(), name: t.String() })) }),
})
export const asWorkspace = shaper(WorkspaceAnswer)
export const workspaceQuery = `query Workspace {
  organization { id name }
  teams(first: 250) { nodes { id key name } }
}`

const IssueAnswer = t.Object({
  id: t.String(),
  identifier: t.String({ pattern: '^[A-Za-z0-9_]{1,20}-\\d{1,9}$' }),
  title: t.String(),
  description: maybe(t.String()),
  url: maybe(t.String()),
  branchName: maybe(t.String()),
  estimate: maybe(t.Number()),
  completedAt: maybe(t.String()),
  canceledAt: maybe(t.String()),
  state: maybe(t.Object({ name: maybe(t.String()), type: maybe(t.String()) })),
  team: maybe(t.Object({ id: maybe(t.String()), key: maybe(t.String()) })),
  project: maybe(t.Object({ name: maybe(t.String()) })),
  parent: maybe(t.Object({ id: t.String() })),
  labels: listOf(t.Object({ name: maybe(t.String()) })),
  attachments: listOf(t.Object({ url: maybe(t.String()) })),
})
export type IssueAnswer = Static<typeof IssueAnswer>

const IssuesAnswer = t.Object({
  issues: t.Object({
    nodes: t.Array(t.Union([IssueAnswer, t.Null()])),
    pageInfo: t.Object({ hasNextPage: t.Boolean(), endCursor: maybe(t.String()) }),
  }),
  teams: t.Optional(t.Object({ nodes: t.Array(t.Unknown()) })),
})
export const asIssues = shaper(IssuesAnswer)

const issues = `issues(filter: $filter, first: $first, after: $after, orderBy: updatedAt) {
    nodes {
      id identifier title description url branchName estimate completedAt canceledAt
      state { name type }
      team { id key }
      project { name }
      parent { id }
      labels(first: 20) { nodes { name } }
      attachments(first: 20) { nodes { url } }
    }
    pageInfo { hasNextPage endCursor }
  }`
export const issuesQuery = `query Issues($filter: IssueFilter!, $first: Int!, $after: String) {
  ${issues}
}`
/** Also queries the team: for a deleted team, Linear just returns no issues. */
export const teamIssuesQuery = `query TeamIssues($filter: IssueFilter!, $first: Int!, $after: String, $teams: TeamFilter!) {
  ${issues}
  teams(filter: $teams, first: 1) { nodes { id } }
}`

const EndedAnswer = t.Object({
  projects: listOf(
    t.Object({
      name: maybe(t.String()),
      completedAt: maybe(t.String()),
      teams: listOf(t.Object({ id: t.String() })),
    }),
  ),
  cycles: listOf(t.Object({ name: maybe(t.String()), number: maybe(t.Number()) })),
})
export const asEnded = shaper(EndedAnswer)
export const endedQuery = `query Ended($projects: ProjectFilter!, $cycles: CycleFilter!) {
  projects(filter: $projects, first: 50, orderBy: updatedAt) {
    nodes { name completedAt teams(first: 20) { nodes { id } } }
  }
  cycles(filter: $cycles, first: 50) { nodes { name number } }
}`

/** Display names of what ended: "project Spring", "cycle 12". */
export function toEnded({ projects, cycles }: Static<typeof EndedAnswer>): string[] {
  const called = (
    kind: string,
    nodes: ({ name?: string | null; number?: number | null } | null | undefined)[],
  ) =>
    nodes.flatMap((node) => {
      const name = plainLine(node?.name ?? '') || node?.number
      return name ? `${kind} ${name}` : []
    })
  return [...called('project', projects?.nodes ?? []), ...called('cycle', cycles?.nodes ?? [])]
}

/** Only the first sentences of descriptions are used. */
const maxBody = 6_000

/** An issue that was closed at `closedAt`. */
export function toIssue(answer: IssueAnswer, closedAt: Date): Issue {
  const { id, identifier, title, description, url, branchName, project, parent, labels, attachments } = answer
  return {
    provider: 'linear',
    id,
    identifier,
    title,
    body: description?.slice(0, maxBody) || null,
    url: addressOf(url ?? ''),
    labels: (labels?.nodes ?? []).flatMap((label) => label?.name ?? []),
    project: project?.name ?? null,
    estimate: answer.estimate ?? null,
    parentId: parent?.id ?? null,
    closedAt,
    branch: branchName ?? null,
    attachments: (attachments?.nodes ?? []).flatMap((attachment) => attachment?.url ?? []),
    setAside: answer.canceledAt ? cancelled(answer.state?.name ?? '') : null,
  }
}

/** Why a canceled issue is left out, with the reason in the name of its state. */
function cancelled(state: string): string {
  return /^(?:cancell?ed)?$/i.test(state.trim())
    ? 'It was canceled.'
    : `It was canceled: ${state.trim().slice(0, 80)}.`
}

/** The URL of an issue, rebuilt from the parts of Linear's own URLs; null for any other. */
function addressOf(url: string): string | null {
  const [, workspace, identifier] =
    /^https:\/\/linear\.app\/([\w-]+)\/issue\/([A-Za-z0-9_]+-\d+)(?:[/?#]|$)/.exec(url) ?? []
  return workspace && identifier ? `https://linear.app/${workspace}/issue/${identifier}` : null
}
