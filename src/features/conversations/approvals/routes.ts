import type { Context } from '../../../context.ts'
import { idParams } from '../../../http/fields.ts'
import { internal } from '../../../http/operation.ts'
import { guarded } from '../../keys/guard.ts'
import { ShownApproval, WaitingCount, WaitingList, WaitingQuery } from './model.ts'
import { countWaitingApprovals, listWaitingApprovals, showApproval } from './pending.ts'

/** The pending approvals of chats and sessions, for the dashboard. */
export function approvalAppRoutes(ctx: Context) {
  return guarded(ctx, '/api/app/approvals', 'Chats')
    .get('', ({ caller, query }) => listWaitingApprovals(ctx, caller, query), {
      query: WaitingQuery,
      response: WaitingList,
      detail: internal(
        'listWaitingApprovals',
        'member',
        'List pending approvals of chats and sessions, oldest first.',
      ),
    })
    .get('/:approvalId', ({ caller, params }) => showApproval(ctx, caller, params.approvalId), {
      params: idParams('approvalId'),
      response: ShownApproval,
      detail: internal('getApproval', 'member', 'Get an approval with its whole preview.'),
    })
    .get('/count', ({ caller }) => countWaitingApprovals(ctx, caller), {
      response: WaitingCount,
      detail: internal('countWaitingApprovals', 'member', 'Count pending approvals.'),
    })
}
