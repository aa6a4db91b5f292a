export type Envelope = { id: string; slug: string; name: string; logo: string | null }

export type Pagination = {
  limit: number
  currentPage: number
  nextPage: number | null
  previousPage: number | null
  totalPages: number
  totalItems: number
}

export type LedgerEntry = {
  id: string
  kind: 'pull_request' | 'commit'
  number: number | null
  title: string
  url: string
  authors: string[]
  commits: string[]
  placement: 'highlight' | 'listed' | 'omitted'
  category: string | null
  breaking: boolean
  area: string | null
  reason: string | null
}

export type Post = {
  id: string
  collectionId: string | null
  title: string
  slug: string | null
  content: string
  htmlUrl: string | null
  markdown: string
  rawHtml: string | null
  recommendations: string | null
  contentType: string
  sourceMetadata: {
    triggerId: string
    triggerSourceType: string
    repositories: { owner: string; repo: string }[]
    eventType: string
    eventAction: string
    ledger: LedgerEntry[]
  }
  status: string
  createdAt: string
  updatedAt: string
  publishedAt: string | null
}

export type PostList = { posts: Post[]; pagination: Pagination; organization: Envelope }
export type OnePost = { post: Post; organization: Envelope }

export type GithubIntegration = {
  id: string
  displayName: string
  owner: string | null
  repo: string | null
  defaultBranch: string | null
}

export type IntegrationList = {
  github: GithubIntegration[]
  slack: unknown[]
  linear: unknown[]
  organization: Envelope
}

export type OneIntegration = { github: GithubIntegration; organization: Envelope }

export type Trigger = {
  id: string
  organizationId: string
  name: string
  sourceType: string
  sourceConfig: { eventTypes: string[]; includePreReleases?: boolean }
  targets: { repositoryIds: string[] }
  outputType: string
  outputConfig: unknown
  enabled: boolean
  autoPublish: boolean
  createdAt: string
  updatedAt: string
}

export type TriggerList = {
  eventTriggers: Trigger[]
  repositoryMap: Record<string, string>
  organization: Envelope
}

export type OneTrigger = { eventTrigger: Trigger; organization: Envelope }

export type LogEntry = {
  id: string
  referenceId: string | null
  title: string
  integrationType: string
  direction: string
  status: string
  statusCode: number | null
  errorMessage: string | null
  payload: Record<string, unknown> | null
  createdAt: string
}

export type KeyEntry = {
  id: string
  name: string
  start: string
  scopes: string[]
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
}

export const categories = [
  'Security',
  'Features & Enhancements',
  'Bug Fixes',
  'Performance Improvements',
  'Infrastructure',
  'Internal Changes',
  'Testing',
  'Documentation',
]

export const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
