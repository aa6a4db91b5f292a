import { t } from 'elysia'
import { integer, oneOf } from '../../../http/fields.ts'
import { Pagination, pageQuery } from '../../../http/paging.ts'
import { approvalStatuses, type approvals, conversationKinds } from './table.ts'

export type ApprovalRow = typeof approvals.$inferSelect

/** The answer of a person to an approval. */
export type Answer = { approved: boolean; reason?: string | null }

export const WaitingQuery = t.Object(pageQuery(5))
export type WaitingQuery = typeof WaitingQuery.static

/** A pending approval, as shown outside of its conversation. */
export const WaitingApproval = t.Object({
  id: t.String(),
  conversationKind: oneOf(conversationKinds),
  conversationId: t.String(),
  tool: t.String(),
  prompt: t.String(),
  /** Why the caller may not approve it; null if they may. */
  obstacle: t.Nullable(t.String()),
  /** The name of the requester; null if they no longer exist. */
  askedBy: t.Nullable(t.String()),
  /** Whether approving it would fail, since something that it depends on changed. */
  isChanged: t.Boolean(),
  createdAt: t.String(),
  expiresAt: t.String(),
})
/** An approval with its whole preview, as far as the caller may read it. */
export const ShownApproval = t.Object({
  approval: t.Object({
    ...WaitingApproval.properties,
    status: oneOf(approvalStatuses),
    /** Why it could not be run now, for example the faults that prevent publication; null if nothing is in the way. */
    refused: t.Nullable(t.String()),
  }),
})
export const WaitingList = t.Object({ approvals: t.Array(WaitingApproval), pagination: Pagination })
export const WaitingCount = t.Object({ count: integer })
