import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'
import { internal, operation } from '../../http/operation.ts'
import { receiveAppDelivery } from './app-deliveries.ts'
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
    // The signature covers the raw bytes, so the handler reads the body itself in the specified order.
    { parse: 'none', detail: { ...receiveWebhook, ...documentation } },
  )
}

/** Deliveries of the GitHub Apps of organizations, whose address Herald itself enters at GitHub. */
export function appWebhookRoutes(ctx: Context) {
  return new Elysia({ tags: ['Webhooks'] }).post(
    '/api/webhooks/github-app/:organizationId',
    async ({ params, request, set }) => {
      const answer = await receiveAppDelivery(ctx, params.organizationId, request)
      set.status = answer.status
      Object.assign(set.headers, answer.headers)
      return answer.body
    },
    { parse: 'none', detail: internal('receiveAppWebhook', 'anyone', 'Receive a GitHub App delivery.') },
  )
}

const receiveWebhook = operation(
  'receiveWebhook',
  null,
  'Receive a webhook delivery. The code host calls it. Its headers identify the delivery. Its signature is an HMAC of the raw body with the webhook secret of the repository.',
  {
    example: { zen: 'Keep it logically awesome.', hook_id: 1 },
    refusals: {
      400: 'Invalid webhook parameters, a missing header, no secret yet, or an unexpected body.',
      401: 'Invalid webhook signature',
      403: 'Integration is disabled, or the IDs do not belong together.',
      404: 'Integration not found',
      409: 'The organization has the maximum number of deliveries, commits or runs.',
      500: 'The delivery could not be processed. Redeliver it at the code host.',
      501: 'The provider is not supported.',
    },
  },
)

const text = { type: 'string' } as const
const id = { ...text, pattern: '^[A-Za-z0-9_-]{1,100}$' }
const flag = { type: 'boolean' } as const

function input(
  place: 'path' | 'header',
  name: string,
  description: string,
  example: string,
  schema: object = text,
) {
  return { in: place, name, description, required: true, schema, examples: [example] }
}

/** Request details for the OpenAPI document only: no schema validates them. */
const documentation = {
  parameters: [
    input('path', 'provider', 'The code host.', 'github', { ...text, enum: ['github'] }),
    ...['organization', 'integration', 'repository'].map((name) =>
      input('path', `${name}Id`, `ID of the ${name}.`, '0199b7a2-5c1e-7d3f-8a40-6b2c9d1e4f57', id),
    ),
    input('header', 'X-GitHub-Event', 'Type of the event: ping, push, release or pull_request.', 'ping'),
    input('header', 'X-GitHub-Delivery', 'ID of the delivery.', '5f4e2b60-6f8b-11f0-9c1c-5d1f3a9b7c21'),
    input(
      'header',
      'X-Hub-Signature-256',
      'HMAC SHA-256 of the body, in hex after `sha256=`.',
      `sha256=${'0'.repeat(64)}`,
    ),
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
  },
  responses: {
    200: {
      description: 'The delivery was processed, filtered, ignored or a duplicate, or is a ping.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['message', 'event'],
            properties: {
              message: text,
              event: text,
              delivery: text,
              action: text,
              processed: {
                type: 'object',
                required: ['type', 'action', 'data'],
                properties: {
                  type: text,
                  action: text,
                  data: { type: 'object', additionalProperties: true },
                },
              },
              repository: {
                type: 'object',
                required: ['id', 'fullName'],
                properties: { id: { type: 'integer' }, fullName: text },
              },
              filtered: flag,
              ignored: flag,
              duplicate: flag,
            },
          },
        },
      },
    },
  },
} as object
