import { t } from 'elysia'
import { integer, oneOf } from '../../http/fields.ts'
import { lookbackWindows } from '../automations/table.ts'
import { Organization } from '../organizations/model.ts'

const Commit = t.Object({
  repositoryId: t.String(),
  sha: t.String(),
  title: t.String(),
  url: t.Nullable(t.String()),
  author: t.Nullable(t.String()),
  authoredAt: t.String(),
})

/** What happened in a window, to choose from; the newest first. */
export const ActivityPreview = t.Object({
  window: t.Object({ lookbackWindow: oneOf(lookbackWindows), start: t.String(), end: t.String() }),
  pullRequests: t.Array(
    t.Object({
      repositoryId: t.String(),
      number: integer,
      title: t.String(),
      url: t.Nullable(t.String()),
      author: t.Nullable(t.String()),
      mergedAt: t.Nullable(t.String()),
      commits: t.Array(t.Omit(Commit, ['repositoryId'])),
    }),
  ),
  /** Those that belong to no pull request. */
  commits: t.Array(Commit),
  releases: t.Array(
    t.Object({
      repositoryId: t.String(),
      tagName: t.String(),
      name: t.Nullable(t.String()),
      url: t.Nullable(t.String()),
      prerelease: t.Boolean(),
      publishedAt: t.Nullable(t.String()),
    }),
  ),
  /** Closed issues of trackers. */
  issues: t.Array(
    t.Object({
      integrationId: t.String(),
      issueId: t.String(),
      /** As people call it: ENG-12. */
      identifier: t.String(),
      title: t.String(),
      url: t.Nullable(t.String()),
      closedAt: t.String(),
    }),
  ),
  /** Repositories and trackers that could not be read, and why; of a tracker there is no `repositoryId`. */
  unreadable: t.Array(
    t.Object({
      integrationId: t.String(),
      repositoryId: t.Nullable(t.String()),
      name: t.String(),
      error: t.String(),
    }),
  ),
  /** Whether a list was cut. */
  truncated: t.Boolean(),
  organization: Organization,
})
export type ActivityPreview = typeof ActivityPreview.static
