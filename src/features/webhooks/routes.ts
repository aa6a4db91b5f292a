import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'
import { createReceiver } from './service.ts'

export function webhookRoutes(ctx: Context) {
  const receive = createReceiver(ctx)
  return new Elysia().post(
    '/api/webhooks/:provider/:organizationId/:integrationId/:repositoryId',
    async ({ params, request, set }) => {
      const answer = await receive(params, request)
      set.status = answer.status
      return answer.body
    },
    // The signature is over the bytes as sent: the body is read where the order of steps says so.
    { parse: 'none', detail: { tags: ['Webhooks'], security: [] } },
  )
}
