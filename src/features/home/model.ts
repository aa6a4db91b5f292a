import { t } from 'elysia'
import { integer, oneOf } from '../../http/fields.ts'
import { contentTypes } from '../../writer/content-types.ts'
import { feedbackKinds } from '../feedback/table.ts'
import { Run, RunCause } from '../generation/runs/model.ts'
import { BrandRates } from '../geo/visibility/overview.ts'
import { FaultCounts, LedgerCounts } from '../posts/model.ts'

/** The home page of an organization: pending work, current runs, and recent posts. */
export const Home = t.Object({
  drafts: t.Array(
    t.Object({
      id: t.String(),
      title: t.String(),
      contentType: oneOf(contentTypes),
      ledger: t.Nullable(LedgerCounts),
      faults: FaultCounts,
      /** The cause of the run, if its post names it. */
      cause: t.Nullable(RunCause),
      createdAt: t.String(),
    }),
  ),
  draftCount: integer,
  /** Queued and running runs. */
  runs: t.Array(Run),
  /** In the last 24 hours. */
  failedDeliveries: t.Object({
    count: integer,
    newest: t.Nullable(
      t.Object({
        id: t.String(),
        integrationId: t.String(),
        /** Null if it was disconnected. */
        repository: t.Nullable(t.String()),
        title: t.String(),
        statusCode: integer,
        errorMessage: t.Nullable(t.String()),
        createdAt: t.String(),
      }),
    ),
  }),
  newFeedback: t.Object({
    count: integer,
    groups: t.Array(
      t.Object({
        id: t.String(),
        kind: oneOf(feedbackKinds),
        title: t.String(),
        total: integer,
      }),
    ),
  }),
  /** Briefs pending approval, and articles that failed. */
  articles: t.Object({
    count: integer,
    newest: t.Array(
      t.Object({
        id: t.String(),
        projectId: t.String(),
        title: t.String(),
        /** Why it failed; null for a brief. */
        error: t.Nullable(t.String()),
        createdAt: t.String(),
      }),
    ),
  }),
  publishedThisWeek: t.Array(
    t.Object({
      id: t.String(),
      title: t.String(),
      contentType: oneOf(contentTypes),
      ledger: t.Nullable(LedgerCounts),
      updatedAt: t.String(),
    }),
  ),
  /** The first project that is set up; null without one. */
  visibility: t.Nullable(
    t.Object({
      projectId: t.String(),
      /** The length of the windows that are compared. */
      days: integer,
      brand: t.Pick(BrandRates, ['mentionRate', 'interval', 'mentions', 'n', 'basket', 'comparison']),
      /** Clear gaps without an article. */
      gaps: integer,
      /** The running scan. */
      scan: t.Nullable(t.Object({ saved: integer, planned: integer, startedAt: t.String() })),
    }),
  ),
  hasRepository: t.Boolean(),
  /** The only connected repository; null if there are none or several. */
  onlyRepositoryId: t.Nullable(t.String()),
  hasPost: t.Boolean(),
  /** True if a delivery was received or polling is enabled. */
  hasWebhook: t.Boolean(),
  hasTrigger: t.Boolean(),
})
export type Home = typeof Home.static
