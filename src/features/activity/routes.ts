import type { Context } from '../../context.ts'
import { buckets } from '../../http/buckets.ts'
import { idParams } from '../../http/fields.ts'
import { operation } from '../../http/operation.ts'
import { guarded } from '../keys/guard.ts'
import { EventQuery, listEvents, RepositoryEvents } from './events.ts'
import { ActivityPreview } from './preview-model.ts'
import { Sources } from './sources.ts'

/** The stored events of a repository, which chats use as context. */
export function eventRoutes(ctx: Context) {
  return guarded(ctx, '/v1/integrations', 'Content').get(
    '/:integrationId/events',
    ({ caller, params, query }) => listEvents(ctx, caller, params.integrationId, query),
    {
      params: idParams('integrationId'),
      query: EventQuery,
      response: RepositoryEvents,
      detail: operation(
        'listRepositoryEvents',
        'integrations',
        'List events of a repository. Pushes and releases that the code host reported, newest first.',
        { tool: 'list_repository_events', refusals: { 404: 'Integration not found' } },
      ),
    },
  )
}

export function activityRoutes(ctx: Context) {
  return guarded(ctx, '/v1/activity', 'Content').post(
    '/preview',
    async ({ caller, body }) => {
      const { previewActivity } = await import('./preview.ts')
      return previewActivity(ctx, caller, body)
    },
    {
      body: Sources,
      response: ActivityPreview,
      detail: operation(
        'previewActivity',
        'posts',
        'Preview repository activity. Lists the pull requests, commits, releases and issues of a period. To write about some of them, send these to `POST /v1/posts/generate` as `selectedItems`.',
        {
          tool: 'preview_activity',
          effect: 'read',
          example: { lookbackWindow: 'last_7_days' },
          // It only reads, although its input needs a body.
          narrowScope: 'posts.read',
          limits: [buckets.previewActivity],
          refusals: { 503: 'The rate limit of the code host is exceeded. Try again after Retry-After.' },
        },
      ),
    },
  )
}
