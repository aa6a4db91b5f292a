import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'
import { receiveDelivery } from './service.ts'

export function webhookRoutes(ctx: Context) {
  return new Elysia().post(
    '/api/webhooks/:provider/:organizationId/:integrationId/:repositoryId',
    async ({ params, request, set }) => {
      const answer = await receiveDelivery(ctx, params, request)
      set.status = answer.status
      return answer.body
    },
    // The signature is over the bytes as sent: the body is read where the order of steps says so.
    { parse: 'none', detail: { tags: ['Webhooks'], security: [] } },
  )
}
