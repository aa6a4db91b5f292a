import { Elysia, t } from 'elysia'
import type { Context } from '../../context.ts'
import { CommaList, idParams, readCommaList } from '../../http/fields.ts'
import { requireKey } from '../keys/require-key.ts'
import { DeletedEventTrigger, EventTriggerBody, EventTriggerList, OneEventTrigger } from './model.ts'
import {
  createEventTrigger,
  deleteEventTrigger,
  getEventTrigger,
  listEventTriggers,
  updateEventTrigger,
} from './service.ts'

export function triggerRoutes(ctx: Context) {
  const params = idParams('triggerId')
  const body = EventTriggerBody
  const detail = { tags: ['Event Triggers'] }
  return new Elysia({ prefix: '/v1/event-triggers' })
    .use(requireKey(ctx, 'event-triggers'))
    .get('', ({ caller, query }) => listEventTriggers(ctx, caller, readCommaList(query.repositoryIds, 100)), {
      query: t.Object({ repositoryIds: CommaList }),
      response: EventTriggerList,
      detail,
    })
    .post(
      '',
      ({ caller, body, status }) =>
        createEventTrigger(ctx, caller, body).then((created) => status(201, created)),
      { body, response: { 201: OneEventTrigger }, detail },
    )
    .get('/:triggerId', ({ caller, params }) => getEventTrigger(ctx, caller, params.triggerId), {
      params,
      response: OneEventTrigger,
      detail,
    })
    .patch(
      '/:triggerId',
      ({ caller, params, body }) => updateEventTrigger(ctx, caller, params.triggerId, body),
      {
        params,
        body,
        response: OneEventTrigger,
        detail,
      },
    )
    .delete('/:triggerId', ({ caller, params }) => deleteEventTrigger(ctx, caller, params.triggerId), {
      params,
      response: DeletedEventTrigger,
      detail,
    })
}
