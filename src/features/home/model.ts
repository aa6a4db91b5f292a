import { t } from 'elysia'
import { integer, oneOf } from '../../http/fields.ts'
import { feedbackKinds } from '../feedback/table.ts'
import { Run, RunCause } from '../generation/runs/model.ts'
import { FaultCounts, LedgerCounts } from '../posts/model.ts'
import { contentTypes } from '../posts/table.ts'

/** What an organization's people see first: what needs them, what is going on, what went out. */
export const Home = t.Object({
  drafts: t.Array(
    t.Object({
      id: t.String(),
      title: t.String(),
      contentType: oneOf(contentTypes),
      ledger: t.Nullable(LedgerCounts),
      faults: FaultCounts,
      /** What it was written for, where its post says so. */
      cause: t.Nullable(RunCause),
      createdAt: t.String(),
    }),
  ),
  draftCount: integer,
  /** Runs that have not ended. */
  runs: t.Array(Run),
  /** Of the last 24 hours. */
  failedDeliveries: t.Object({
    count: integer,
    newest: t.Nullable(
      t.Object({
        id: t.String(),
        integrationId: t.String(),
        /** Null where it was disconnected. */
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
  /** Outlines that wait to be approved, and articles that failed. */
  articles: t.Object({
    count: integer,
    newest: t.Array(
      t.Object({
        id: t.String(),
        projectId: t.String(),
        title: t.String(),
        /** Why it failed; null of an outline. */
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
  hasRepository: t.Boolean(),
  hasPost: t.Boolean(),
  /** A delivery came in, or releases are looked for. */
  hasWebhook: t.Boolean(),
})
export type Home = typeof Home.static
