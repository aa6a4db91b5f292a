import type { Context } from '../../../context.ts'
import { idParams } from '../../../http/fields.ts'
import { internal } from '../../../http/operation.ts'
import { guarded } from '../../keys/guard.ts'
import { ShownApproval, WaitingCount, WaitingList, WaitingQuery } from './model.ts'
import { countWaitingApprovals, listWaitingApprovals, showApproval } from './pending.ts'

/** What waits for a person in chats and sessions, as the dashboard tells it. */
export function approvalAppRoutes(ctx: Context) {
  return guarded(ctx, '/api/app/approvals', 'Chats')
    .get('', ({ caller, query }) => listWaitingApprovals(ctx, caller, query), {
      query: WaitingQuery,
      response: WaitingList,
      detail: internal(
        'listWaitingApprovals',
        'member',
        'List what waits for approval in chats and sessions, the oldest first.',
      ),
    })
    .get('/:approvalId', ({ caller, params }) => showApproval(ctx, caller, params.approvalId), {
      params: idParams('approvalId'),
      response: ShownApproval,
      detail: internal('getApproval', 'member', 'Get one approval with everything that it will run.'),
    })
    .get('/count', ({ caller }) => countWaitingApprovals(ctx, caller), {
      response: WaitingCount,
      detail: internal('countWaitingApprovals', 'member', 'Count what waits for approval.'),
    })
}
