import { t } from 'elysia'
import type { Context } from '../../context.ts'
import { idParams, oneOf } from '../../http/fields.ts'
import { internal } from '../../http/operation.ts'
import { guarded } from '../keys/guard.ts'
import { listRules, setDestinationNotifications, setOwnNotifications } from './stored-rules.ts'
import { notificationKinds } from './table.ts'

const kinds = t.Array(oneOf(notificationKinds), {
  maxItems: notificationKinds.length,
  error: `kinds must be a list of ${notificationKinds.join(', ')}`,
})
const NotificationRules = t.Object({
  destinations: t.Array(t.Object({ id: t.String(), name: t.String(), kinds, error: t.Nullable(t.String()) })),
  mail: t.Nullable(t.Object({ kinds })),
})
const NotificationBody = t.Object({ kinds })

/** Routes of the dashboard for notifications to the team. */
export function notificationAppRoutes(ctx: Context) {
  return guarded(ctx, '/api/app/notifications', 'Organization')
    .get('', ({ caller }) => listRules(ctx, caller), {
      response: NotificationRules,
      detail: internal('listNotifications', 'member', 'List which notifications go where.'),
    })
    .put('/mail', ({ caller, body }) => setOwnNotifications(ctx, caller, [...new Set(body.kinds)]), {
      body: NotificationBody,
      response: NotificationRules,
      detail: internal('setOwnNotifications', 'member', 'Choose your notifications by email.'),
    })
    .put(
      '/destinations/:destinationId',
      ({ caller, params, body }) =>
        setDestinationNotifications(ctx, caller, params.destinationId, [...new Set(body.kinds)]),
      {
        params: idParams('destinationId'),
        body: NotificationBody,
        response: NotificationRules,
        detail: internal(
          'setDestinationNotifications',
          'admin',
          'Choose the notifications to a destination.',
          {
            refusals: { 404: 'Destination not found' },
          },
        ),
      },
    )
}
