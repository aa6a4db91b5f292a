import { count } from '../../kit/english.ts'

export const connect = {
  connectAgents: 'Connect agents',
  hint: 'Agents can send reports without a token. A token gives them a higher rate limit.',
}

export const detail = {
  verbs: {
    new: 'Mark as new',
    triaged: 'Triage',
    resolved: 'Resolve',
    archived: 'Archive',
  },
  allReports: 'All reports',
  moreActions: 'More actions',
  metadata: 'Metadata',
  unnamedAgent: 'Unnamed agent',
  reportedBy: 'Reported by',
  version: 'Version',
  url: 'URL',
  sentVia: 'Sent via',
  received: 'Received',
}

export const feedbackPage = {
  newAndTriaged: 'New and triaged',
  allKinds: 'All kinds',
  single: 'Reports',
  similar: 'Groups',
  feedback: 'Feedback',
  subtitle: 'Reports from agents that use your product.',
  grouping: 'Grouping',
  kind: 'Kind',
  status: 'Status',
  connectAgents: 'Connect agents',
  tokens: 'Tokens',
}

export const group = {
  similarReports: 'Similar reports',
  similarCount: (total: number) => `${total} similar reports`,
  textColumn: 'Text',
  agentColumn: 'Agent',
  unnamedAgent: 'Unnamed agent',
  timeColumn: 'Time',
}

export const inbox = {
  noMatches: 'No reports match these filters',
  clearFilters: 'Clear filters',
  showMore: 'Show more',
  groupCount: (groups: number) => count(groups, 'group'),
  reportCount: (reports: number) => count(reports, 'report'),
  reportsBy: (reports: number, who: string) => `${count(reports, 'report')}, ${who}`,
  who: (agents: number, name: string | null | undefined) =>
    agents === 1 ? (name ?? 'an unnamed agent') : `${agents} agents`,
  reports: (reports: number) => (reports === 1 ? 'report' : 'reports'),
  noFeedbackYet: 'No feedback yet',
  emptyText: 'Agents report bugs and requests here, without an API key. Give them one of these addresses.',
}

export const kinds = {
  bug: 'Bug',
  request: 'Feature request',
  praise: 'Praise',
  question: 'Question',
  other: 'Other',
  new: 'New',
  triaged: 'Triaged',
  resolved: 'Resolved',
  archived: 'Archived',
}

export const snippets = {
  curlToken: (token: string) => ` \\
  -H 'Authorization: Bearer ${token}'`,
  sdkToken: (token: string) => `, Authorization: 'Bearer ${token}'`,
  mcp: 'MCP',
  mcpNote: 'The tool submit_feedback',
  mcpUrl: (serverUrl: string, slug: string) => `${serverUrl}/mcp/${slug}`,
  http: 'HTTP',
  curl: (address: string, bearer: string) => `curl -X POST ${address}${bearer} \\
  -H 'Content-Type: application/json' \\
  -d '{"message": "The export stops after a hundred rows."}'`,
  aiSdk: 'AI SDK',
  sdk: (address: string, header: string) => `import { tool } from 'ai'
import { z } from 'zod'

export const tools = {
  submit_feedback: tool({
    description: 'Report a bug, a feature request, praise or a question.',
    inputSchema: z.object({ message: z.string() }),
    execute: async (report) => {
      const headers = { 'Content-Type': 'application/json'${header} }
      const response = await fetch('${address}', { method: 'POST', headers, body: JSON.stringify(report) })
      return response.json()
    },
  }),
}`,
}

export const tokens = {
  feedbackTokens: 'Feedback tokens',
  note: 'Tokens can only send reports.',
  creating: 'Creating',
  newToken: 'New token',
  noTokens: 'No tokens yet. Agents without one share the public rate limit.',
  startsWithColumn: 'Starts with',
  createdColumn: 'Created',
  actionColumn: 'Action',
  revokeNamed: (start: string) => `Revoke ${start}`,
  revoke: 'Revoke',
  tokenNoun: 'the token',
  copyNote: 'Copy it now. It will not be shown again.',
  revokeTitle: (start: string) => `Revoke ${start}…`,
  revokeToken: 'Revoke token',
  revoking: 'Revoking',
  revokeEffect: 'Agents can no longer send reports with it.',
}
