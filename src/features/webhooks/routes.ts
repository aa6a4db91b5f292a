import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'
import { operation } from '../../http/operation.ts'
import { receiveDelivery } from './service.ts'

export function webhookRoutes(ctx: Context) {
  return new Elysia({ tags: ['Webhooks'] }).post(
    '/api/webhooks/:provider/:organizationId/:integrationId/:repositoryId',
    async ({ params, request, set }) => {
      const answer = await receiveDelivery(ctx, params, request)
      set.status = answer.status
      Object.assign(set.headers, answer.headers)
      return answer.body
    },
    // The signature is over the bytes as sent: the body is read where the order of steps says so.
    { parse: 'none', detail: operation('receiveWebhook', null, 'Take in a delivery of the code host.') },
  )
}
