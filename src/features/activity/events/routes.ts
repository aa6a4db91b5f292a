import type { Context } from '../../../context.ts'
import { idParams } from '../../../http/fields.ts'
import { operation } from '../../../http/operation.ts'
import { guarded } from '../../keys/guard.ts'
import { EventQuery, RepositoryEvents } from './model.ts'
import { listEvents } from './service.ts'

/** What is kept of a repository's deliveries: the context of chats. */
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
