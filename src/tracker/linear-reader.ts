import type { Issue } from '../changelog/activity.ts'
import type { LeftOut, Range, TrackerReader, Workspace } from './adapter.ts'
import { TrackerError } from './error.ts'
import {
  asEnded,
  asIssues,
  asWorkspace,
  endedQuery,
  type IssueAnswer,
  issuesQuery,
  teamIssuesQuery,
  toEnded,
  toIssue,
  workspaceQuery,
} from './linear-answer.ts'
import { createLinearClient, type LinearOptions } from './linear-client.ts'

const pageSize = 50
const maxIssues = 5_000

/** Linear as a source of closed issues. Every failure is thrown as a TrackerError. */
export function createLinear(options: LinearOptions): TrackerReader {
  const client = createLinearClient(options)
  return {
    async readWorkspace(): Promise<Workspace> {
      const { value } = await client.ask(workspaceQuery, {}, asWorkspace)
      return { ...value.organization, teams: value.teams.nodes }
    },

    async readEnded({ since, until, teamId }: Range): Promise<string[]> {
      const gte = since.toISOString()
      const team = teamId ? { team: { id: { eq: teamId } } } : {}
      const cycles = { completedAt: { gte, lt: until.toISOString() }, ...team }
      // Linear cannot filter projects by when they ended.
      const projects = { updatedAt: { gte } }
      const { value } = await client.ask(endedQuery, { projects, cycles }, asEnded)
      const isEnded = (project: { completedAt?: string | null }) => {
        const at = new Date(project.completedAt ?? '')
        return at >= since && at < until
      }
      const nodes = (value.projects?.nodes ?? []).filter(
        (each) =>
          each && isEnded(each) && (!teamId || each.teams?.nodes.some((known) => known?.id === teamId)),
      )
      return toEnded({ cycles: value.cycles, projects: { nodes } })
    },

    /** The filter by last update only narrows the query. */
    async readIssues({
      since,
      until,
      teamId,
      leftOut,
    }: Range & { leftOut: LeftOut }): Promise<{ issues: Issue[]; note: string | null }> {
      const closed = { gte: since.toISOString(), lt: until.toISOString() }
      const filter = {
        updatedAt: { gte: since.toISOString() },
        or: [{ completedAt: closed }, { canceledAt: closed }],
        ...(teamId ? { team: { id: { eq: teamId } } } : {}),
      }
      const found = new Map<string, Issue>()
      let isPartial = false
      let after: string | null = null
      let read = 0
      while (read < maxIssues) {
        const page: Awaited<ReturnType<typeof readPage>> = await readPage(filter, after, teamId)
        if (page.value.teams?.nodes.length === 0)
          throw new TrackerError('not_found', 'The team was deleted, or the token cannot read it.')
        const { nodes, pageInfo } = page.value.issues
        if (page.isPartial || nodes.includes(null)) isPartial = true
        for (const node of nodes) {
          const closedAt = node && closedWithin(node, since, until)
          if (node && closedAt) found.set(node.id, leaveOut(toIssue(node, closedAt), node, leftOut))
        }
        read += Math.max(nodes.length, 1)
        // A repeated cursor would cause an endless loop.
        if (!pageInfo.hasNextPage || !pageInfo.endCursor || pageInfo.endCursor === after)
          return { issues: [...found.values()], note: isPartial ? leftOutByLinear : null }
        after = pageInfo.endCursor
      }
      return {
        issues: [...found.values()],
        note: `Only the ${maxIssues} issues that changed last were read.`,
      }
    },
  }

  async function readPage(filter: object, after: string | null, teamId: string | null) {
    const query = teamId ? teamIssuesQuery : issuesQuery
    const teams = teamId ? { teams: { id: { eq: teamId } } } : {}
    for (let first = pageSize; ; first = Math.floor(first / 2)) {
      try {
        return await client.ask(query, { filter, first, after, ...teams }, asIssues)
      } catch (error) {
        if (!(error instanceof TrackerError) || !isTooComplex(error) || first < 10) throw error
      }
    }
  }
}

const leftOutByLinear = 'Linear left out parts of its answer.'
const isTooComplex = ({ message }: TrackerError) => message.includes('too complex')

/** When an issue was closed, if that is in the window; a canceled issue is not completed. */
function closedWithin({ completedAt, canceledAt }: IssueAnswer, since: Date, until: Date): Date | null {
  const at = new Date(canceledAt ?? completedAt ?? '')
  return at >= since && at < until ? at : null
}

function leaveOut(issue: Issue, { team }: IssueAnswer, { labels, teams }: LeftOut): Issue {
  const isNamed = (names: string[], name: string) =>
    names.some((each) => each.toLowerCase() === name.toLowerCase())
  const label = issue.labels.find((name) => isNamed(labels, name))
  const setAside =
    (team?.key && isNamed(teams, team.key) ? `Issues of the team ${team.key} are left out.` : null) ??
    (label ? `Issues with the label ${label} are left out.` : null)
  return setAside ? { ...issue, setAside } : issue
}
