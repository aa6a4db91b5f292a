import type { Context } from '../../../context.ts'
import { idParams } from '../../../http/fields.ts'
import { operation } from '../../../http/operation.ts'
import { guarded } from '../../keys/guard.ts'
import { DeliveryPage, DeliveryQuery, OneDelivery } from './model.ts'
import { getDelivery, listDeliveries } from './service.ts'

/** Deliveries: what the code host sent, and what became of it. */
export function deliveryRoutes(ctx: Context) {
  return guarded(ctx, '/v1/deliveries', 'Webhooks')
    .get('', ({ caller, query }) => listDeliveries(ctx, caller, query), {
      query: DeliveryQuery,
      response: DeliveryPage,
      detail: operation(
        'listDeliveries',
        'integrations',
        'List what the code host sent, the newest first: how each delivery was answered, what it told, and the runs that it started.',
        { tool: 'list_deliveries' },
      ),
    })
    .get('/:deliveryId', ({ caller, params }) => getDelivery(ctx, caller, params.deliveryId), {
      params: idParams('deliveryId'),
      response: OneDelivery,
      detail: operation('getDelivery', 'integrations', 'Read one delivery of the code host.', {
        tool: 'get_delivery',
        refusals: { 404: 'Delivery not found' },
      }),
    })
}
