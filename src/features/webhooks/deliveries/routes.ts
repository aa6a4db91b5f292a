import type { Context } from '../../../context.ts'
import { idParams } from '../../../http/fields.ts'
import { operation } from '../../../http/operation.ts'
import { guarded } from '../../keys/guard.ts'
import { getDelivery, listDeliveries } from './list-deliveries.ts'
import { DeliveryPage, DeliveryQuery, OneDelivery } from './model.ts'

/** Deliveries of the code host and their results. */
export function deliveryRoutes(ctx: Context) {
  return guarded(ctx, '/v1/deliveries', 'Webhooks')
    .get('', ({ caller, query }) => listDeliveries(ctx, caller, query), {
      query: DeliveryQuery,
      response: DeliveryPage,
      detail: operation(
        'listDeliveries',
        'integrations',
        'List webhook deliveries. Newest first, with the response to each and the runs that it started.',
        { tool: 'list_deliveries' },
      ),
    })
    .get('/:deliveryId', ({ caller, params }) => getDelivery(ctx, caller, params.deliveryId), {
      params: idParams('deliveryId'),
      response: OneDelivery,
      detail: operation(
        'getDelivery',
        'integrations',
        'Get a webhook delivery. Includes the decision and the runs that it started.',
        {
          tool: 'get_delivery',
          refusals: { 404: 'Delivery not found' },
        },
      ),
    })
}
