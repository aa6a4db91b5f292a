import { t } from 'elysia'
import type { Context } from '../../context.ts'
import { idParams, oneOf } from '../../http/fields.ts'
import { internal } from '../../http/operation.ts'
import { guarded } from '../keys/guard.ts'
import { listNoticeRules, setDestinationNotices, setOwnNotices } from './rules.ts'
import { noticeKinds } from './table.ts'

const kinds = t.Array(oneOf(noticeKinds), {
  maxItems: noticeKinds.length,
  error: `kinds must be a list of ${noticeKinds.join(', ')}`,
})
const NoticeRules = t.Object({
  destinations: t.Array(t.Object({ id: t.String(), name: t.String(), kinds, error: t.Nullable(t.String()) })),
  mail: t.Nullable(t.Object({ kinds })),
})
const NoticeBody = t.Object({ kinds })

/** Routes of the dashboard for notifications to the team. */
export function notificationAppRoutes(ctx: Context) {
  return guarded(ctx, '/api/app/notifications', 'Organization')
    .get('', ({ caller }) => listNoticeRules(ctx, caller), {
      response: NoticeRules,
      detail: internal('listNotifications', 'member', 'List which notifications go where.'),
    })
    .put('/mail', ({ caller, body }) => setOwnNotices(ctx, caller, [...new Set(body.kinds)]), {
      body: NoticeBody,
      response: NoticeRules,
      detail: internal('setOwnNotifications', 'member', 'Choose your notifications by email.'),
    })
    .put(
      '/destinations/:destinationId',
      ({ caller, params, body }) =>
        setDestinationNotices(ctx, caller, params.destinationId, [...new Set(body.kinds)]),
      {
        params: idParams('destinationId'),
        body: NoticeBody,
        response: NoticeRules,
        detail: internal('setDestinationNotifications', 'admin', 'Choose the notifications to an address.', {
          refusals: { 404: 'Destination not found' },
        }),
      },
    )
}
