import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'
import { idParams } from '../../http/fields.ts'
import { internal } from '../../http/operation.ts'
import { guarded } from '../keys/guard.ts'
import { exportSubscribers, listSubscribers, removeSubscriber, setSubscriptions } from './list.ts'
import {
  DeletedSubscriber,
  ExportQuery,
  SubscriberExport,
  SubscriberOverview,
  SubscriberPatch,
  SubscriberQuery,
} from './model.ts'
import { readerPages } from './reader-pages.ts'

const hidden = { detail: { hide: true } }
const posted = { ...hidden, parse: 'none' } as const

/** Pages for readers who subscribe by mail. They need no cookie and set none. */
export function subscriptionRoutes(ctx: Context) {
  const { subscribe, show, confirmPage, confirm, choicesPage, change, stopPage, stop } = readerPages(ctx)
  return new Elysia({ prefix: '/subscriptions' })
    .post('/to/:organization', (asked) => subscribe(asked), posted)
    .get('/confirm/:token', (asked) => show(asked, confirmPage), hidden)
    .post('/confirm/:token', (asked) => show(asked, confirm), posted)
    .get('/of/:token', (asked) => show(asked, choicesPage), hidden)
    .post('/of/:token', (asked) => show(asked, change), posted)
    .get('/stop/:token', (asked) => show(asked, stopPage), hidden)
    .post('/stop/:token', (asked) => show(asked, stop), posted)
}

/** Routes of the dashboard for subscribers. */
export function subscriberAppRoutes(ctx: Context) {
  return guarded(ctx, '/api/app/subscribers', 'Public page')
    .get('', ({ caller, query }) => listSubscribers(ctx, caller, query.search), {
      query: SubscriberQuery,
      response: SubscriberOverview,
      detail: internal('listSubscribers', 'admin', 'Count subscribers, and list the newest.'),
    })
    .patch('', ({ caller, body }) => setSubscriptions(ctx, caller, body.isEnabled), {
      body: SubscriberPatch,
      response: SubscriberOverview,
      detail: internal('setSubscriptions', 'admin', 'Let readers subscribe on the public page.'),
    })
    .get('/export', ({ caller, query }) => exportSubscribers(ctx, caller, query.after), {
      query: ExportQuery,
      response: SubscriberExport,
      detail: internal('exportSubscribers', 'admin', 'Export subscribers in parts.'),
    })
    .delete('/:subscriberId', ({ caller, params }) => removeSubscriber(ctx, caller, params.subscriberId), {
      params: idParams('subscriberId'),
      response: DeletedSubscriber,
      detail: internal('deleteSubscriber', 'admin', 'Delete a subscriber.', {
        refusals: { 404: 'Subscriber not found' },
      }),
    })
}
