import { Value } from '@sinclair/typebox/value'
import { Elysia, t } from 'elysia'
import type { Context } from '../../context.ts'
import { CommaList, idParams, readCommaList } from '../../http/fields.ts'
import { requireKey } from '../keys/require-key.ts'
import {
  DeletedAutomation,
  EventTriggerBody,
  EventTriggerList,
  OneEventTrigger,
  OneSchedule,
  Schedule,
  ScheduleBody,
  ScheduleList,
  toEventTrigger,
  toSchedule,
} from './model.ts'
import { defineEventTrigger, defineSchedule } from './rules.ts'
import {
  createAutomation,
  deleteAutomation,
  getAutomation,
  listAutomations,
  updateAutomation,
} from './service.ts'

const query = t.Object({ repositoryIds: CommaList })

/** Schedules: automations that the clock starts (contract 10). */
export function scheduleRoutes(ctx: Context) {
  const params = idParams('scheduleId')
  const detail = { tags: ['Schedules'] }
  return new Elysia({ prefix: '/v1/schedules' })
    .use(requireKey(ctx, 'schedules'))
    .get(
      '',
      async ({ caller, query }) => {
        const ids = readCommaList(query.repositoryIds, 100)
        const { rows, ...list } = await listAutomations(ctx, caller, 'cron', ids)
        // One malformed row must not make the others unreadable (contract 10.2).
        return { schedules: rows.map(toSchedule).filter((row) => Value.Check(Schedule, row)), ...list }
      },
      { query, response: ScheduleList, detail },
    )
    .post(
      '',
      async ({ caller, caller: { organization }, body, status }) => {
        const row = await createAutomation(ctx, caller, defineSchedule(body))
        return status(201, { schedule: toSchedule(row), organization })
      },
      { body: ScheduleBody, response: { 201: OneSchedule }, detail },
    )
    .patch(
      '/:scheduleId',
      async ({ caller, caller: { organization }, params, body }) => {
        const row = await updateAutomation(ctx, caller, params.scheduleId, defineSchedule(body))
        return { schedule: toSchedule(row), organization }
      },
      { params, body: ScheduleBody, response: OneSchedule, detail },
    )
    .delete(
      '/:scheduleId',
      ({ caller, params }) => deleteAutomation(ctx, caller, 'cron', params.scheduleId),
      {
        params,
        response: DeletedAutomation,
        detail,
      },
    )
}

/** Event triggers: automations that a delivery of the code host starts (contract 11). */
export function eventTriggerRoutes(ctx: Context) {
  const params = idParams('triggerId')
  const detail = { tags: ['Event Triggers'] }
  return new Elysia({ prefix: '/v1/event-triggers' })
    .use(requireKey(ctx, 'event-triggers'))
    .get(
      '',
      async ({ caller, query }) => {
        const ids = readCommaList(query.repositoryIds, 100)
        const { rows, ...list } = await listAutomations(ctx, caller, 'github_webhook', ids)
        return { eventTriggers: rows.map(toEventTrigger), ...list }
      },
      { query, response: EventTriggerList, detail },
    )
    .post(
      '',
      async ({ caller, caller: { organization }, body, status }) => {
        const row = await createAutomation(ctx, caller, defineEventTrigger(body))
        return status(201, { eventTrigger: toEventTrigger(row), organization })
      },
      { body: EventTriggerBody, response: { 201: OneEventTrigger }, detail },
    )
    .get(
      '/:triggerId',
      async ({ caller, caller: { organization }, params }) => {
        const row = await getAutomation(ctx, caller, 'github_webhook', params.triggerId)
        return { eventTrigger: toEventTrigger(row), organization }
      },
      { params, response: OneEventTrigger, detail },
    )
    .patch(
      '/:triggerId',
      async ({ caller, caller: { organization }, params, body }) => {
        const row = await updateAutomation(ctx, caller, params.triggerId, defineEventTrigger(body))
        return { eventTrigger: toEventTrigger(row), organization }
      },
      { params, body: EventTriggerBody, response: OneEventTrigger, detail },
    )
    .delete(
      '/:triggerId',
      ({ caller, params }) => deleteAutomation(ctx, caller, 'github_webhook', params.triggerId),
      { params, response: DeletedAutomation, detail },
    )
}
