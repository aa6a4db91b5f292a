import { Elysia, t } from 'elysia'
import type { Context } from '../../context.ts'
import { CommaList, idParams, readCommaList } from '../../http/fields.ts'
import { requireKey } from '../keys/require-key.ts'
import { DeletedSchedule, OneSchedule, ScheduleBody, ScheduleList } from './model.ts'
import { createSchedule, deleteSchedule, listSchedules, updateSchedule } from './service.ts'

export function scheduleRoutes(ctx: Context) {
  const params = idParams('scheduleId')
  const body = ScheduleBody
  const detail = { tags: ['Schedules'] }
  return new Elysia({ prefix: '/v1/schedules' })
    .use(requireKey(ctx, 'schedules'))
    .get('', ({ caller, query }) => listSchedules(ctx, caller, readCommaList(query.repositoryIds, 100)), {
      query: t.Object({ repositoryIds: CommaList }),
      response: ScheduleList,
      detail,
    })
    .post(
      '',
      ({ caller, body, status }) => createSchedule(ctx, caller, body).then((created) => status(201, created)),
      { body, response: { 201: OneSchedule }, detail },
    )
    .patch(
      '/:scheduleId',
      ({ caller, params, body }) => updateSchedule(ctx, caller, params.scheduleId, body),
      {
        params,
        body,
        response: OneSchedule,
        detail,
      },
    )
    .delete('/:scheduleId', ({ caller, params }) => deleteSchedule(ctx, caller, params.scheduleId), {
      params,
      response: DeletedSchedule,
      detail,
    })
}
