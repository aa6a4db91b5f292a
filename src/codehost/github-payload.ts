import { type Static, Type as t } from '@sinclair/typebox'
import { maybe, shaper } from './github-shape.ts'

// The parts of a delivery's body that are read; everything else is ignored (contract 12.4).

const Repository = t.Object({
  id: t.Number(),
  full_name: t.String({ pattern: '^[^/]+/[^/]+$' }),
  default_branch: maybe(t.String()),
  html_url: maybe(t.String()),
})

const PushedCommit = t.Object({
  id: t.String(),
  message: t.String(),
  author: t.Object({ name: maybe(t.String()), email: maybe(t.String()), username: maybe(t.String()) }),
  timestamp: t.String(),
  url: t.String(),
})

const PushPayload = t.Object({
  ref: t.String(),
  repository: t.Intersect([Repository, t.Object({ default_branch: t.String() })]),
  // GitHub's own maximum per delivery.
  commits: t.Optional(t.Array(PushedCommit, { maxItems: 2048 })),
  head_commit: maybe(t.Object({ id: t.String(), message: t.String() })),
})

const ReleasePayload = t.Object({
  action: t.Optional(t.String()),
  repository: Repository,
  release: t.Object({
    id: maybe(t.Number()),
    tag_name: t.String(),
    name: maybe(t.String()),
    body: maybe(t.String()),
    draft: t.Boolean(),
    prerelease: t.Boolean(),
    published_at: maybe(t.String()),
    html_url: t.String(),
  }),
})

const PullRequestPayload = t.Object({
  action: t.Optional(t.String()),
  repository: Repository,
  pull_request: t.Object({
    number: t.Integer(),
    title: t.String(),
    body: maybe(t.String()),
    html_url: t.String(),
    merged: maybe(t.Boolean()),
    merged_at: maybe(t.String()),
    merge_commit_sha: maybe(t.String()),
    user: maybe(t.Object({ login: t.String() })),
    base: maybe(t.Object({ ref: t.String() })),
  }),
})

export type RepositoryPayload = Static<typeof Repository>
export type PushPayload = Static<typeof PushPayload>
export type PushedCommit = Static<typeof PushedCommit>
export type ReleasePayload = Static<typeof ReleasePayload>
export type PullRequestPayload = Static<typeof PullRequestPayload>

export const readPushPayload = shaper(PushPayload)
export const readReleasePayload = shaper(ReleasePayload)
export const readPullRequestPayload = shaper(PullRequestPayload)
