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

/** The activity of a window to select from, newest first. */
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
  /** Commits that belong to no pull request. */
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
      /** The readable identifier, such as ENG-12. */
      identifier: t.String(),
      title: t.String(),
      url: t.Nullable(t.String()),
      closedAt: t.String(),
    }),
  ),
  /** Repositories and trackers that could not be read, with the reason; trackers have no `repositoryId`. */
  unreadable: t.Array(
    t.Object({
      integrationId: t.String(),
      repositoryId: t.Nullable(t.String()),
      name: t.String(),
      error: t.String(),
    }),
  ),
  /** True if a list was truncated. */
  truncated: t.Boolean(),
  organization: Organization,
})
export type ActivityPreview = typeof ActivityPreview.static
