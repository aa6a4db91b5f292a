import { Value } from '@sinclair/typebox/value'
import { t } from 'elysia'
import type { Context } from '../../context.ts'
import { commaList, idParams } from '../../http/fields.ts'
import { operation } from '../../http/operation.ts'
import { guarded } from '../keys/guard.ts'
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

const query = t.Object({
  repositoryIds: commaList('repositoryIds', {
    description:
      'IDs of connected repositories (`integrationId`), separated by commas. Returns only those that read one of them.',
  }),
})

const targets = { repositoryIds: ['0199b7a2-5c1e-7d3f-8a40-6b2c9d1e4f57'] }
const exampleSchedule = {
  name: 'Weekly changelog',
  sourceType: 'cron',
  sourceConfig: { cron: { frequency: 'weekly', dayOfWeek: 1, hour: 9, minute: 0 } },
  targets,
  outputType: 'changelog',
  lookbackWindow: 'last_7_days',
  // A disabled schedule may name repositories that are not connected.
  enabled: false,
}
const exampleTrigger = {
  sourceType: 'github_webhook',
  sourceConfig: { eventTypes: ['release'], includePreReleases: false },
  targets,
  outputType: 'changelog',
  enabled: true,
}

/** Schedules: automations that run at set times (contract 10). */
export function scheduleRoutes(ctx: Context) {
  const params = idParams('scheduleId')
  return guarded(ctx, '/v1/schedules', 'Schedules')
    .get(
      '',
      async ({ caller, query }) => {
        const { rows, ...list } = await listAutomations(ctx, caller, 'cron', query.repositoryIds)
        // One malformed row must not make the others unreadable (contract 10.2).
        return { schedules: rows.map(toSchedule).filter((row) => Value.Check(Schedule, row)), ...list }
      },
      {
        query,
        response: ScheduleList,
        detail: operation(
          'listSchedules',
          'schedules',
          'List schedules. All of them, or those of the given repositories.',
          { tool: 'list_schedules' },
        ),
      },
    )
    .post(
      '',
      async ({ caller, caller: { organization }, body, status }) => {
        const row = await createAutomation(ctx, caller, defineSchedule(body))
        return status(201, { schedule: toSchedule(row), organization })
      },
      {
        body: ScheduleBody,
        response: { 201: OneSchedule },
        detail: operation(
          'createSchedule',
          'schedules',
          'Create a schedule. Writes a post daily, weekly or monthly, at a time of day in any time zone.',
          {
            tool: 'create_schedule',
            effect: 'change',
            example: exampleSchedule,
            refusals: { 409: 'Duplicate schedule' },
          },
        ),
      },
    )
    .patch(
      '/:scheduleId',
      async ({ caller, caller: { organization }, params, body }) => {
        const row = await updateAutomation(ctx, caller, params.scheduleId, defineSchedule(body))
        return { schedule: toSchedule(row), organization }
      },
      {
        params,
        body: ScheduleBody,
        response: OneSchedule,
        detail: operation(
          'updateSchedule',
          'schedules',
          'Replace a schedule. Fields that the body omits return to their defaults.',
          {
            tool: 'update_schedule',
            effect: 'change',
            example: { ...exampleSchedule, outputType: 'blog_post' },
            refusals: { 404: 'Schedule not found', 409: 'Duplicate schedule' },
          },
        ),
      },
    )
    .delete(
      '/:scheduleId',
      ({ caller, params }) => deleteAutomation(ctx, caller, 'cron', params.scheduleId),
      {
        params,
        response: DeletedAutomation,
        detail: operation('deleteSchedule', 'schedules', 'Delete a schedule. Its posts are not deleted.', {
          tool: 'delete_schedule',
          effect: 'change',
          refusals: { 404: 'Schedule not found' },
        }),
      },
    )
}

/** Event triggers: automations that run on a delivery of the code host (contract 11). */
export function eventTriggerRoutes(ctx: Context) {
  const params = idParams('triggerId')
  return guarded(ctx, '/v1/event-triggers', 'Event Triggers')
    .get(
      '',
      async ({ caller, query }) => {
        const { rows, ...list } = await listAutomations(ctx, caller, 'github_webhook', query.repositoryIds)
        return { eventTriggers: rows.map(toEventTrigger), ...list }
      },
      {
        query,
        response: EventTriggerList,
        detail: operation(
          'listEventTriggers',
          'event-triggers',
          'List event triggers. All of them, or those of the given repositories.',
          { tool: 'list_event_triggers' },
        ),
      },
    )
    .post(
      '',
      async ({ caller, caller: { organization }, body, status }) => {
        const row = await createAutomation(ctx, caller, defineEventTrigger(body))
        return status(201, { eventTrigger: toEventTrigger(row), organization })
      },
      {
        body: EventTriggerBody,
        response: { 201: OneEventTrigger },
        detail: operation(
          'createEventTrigger',
          'event-triggers',
          'Create an event trigger. Writes a post on every push or release of a repository.',
          {
            tool: 'create_event_trigger',
            effect: 'change',
            example: exampleTrigger,
            refusals: { 409: 'Duplicate event trigger' },
          },
        ),
      },
    )
    .get(
      '/:triggerId',
      async ({ caller, caller: { organization }, params }) => {
        const row = await getAutomation(ctx, caller, 'github_webhook', params.triggerId)
        return { eventTrigger: toEventTrigger(row), organization }
      },
      {
        params,
        response: OneEventTrigger,
        detail: operation(
          'getEventTrigger',
          'event-triggers',
          'Get an event trigger. Includes its repositories, filters and output.',
          {
            tool: 'get_event_trigger',
            refusals: { 404: 'Event trigger not found' },
          },
        ),
      },
    )
    .patch(
      '/:triggerId',
      async ({ caller, caller: { organization }, params, body }) => {
        const row = await updateAutomation(ctx, caller, params.triggerId, defineEventTrigger(body))
        return { eventTrigger: toEventTrigger(row), organization }
      },
      {
        params,
        body: EventTriggerBody,
        response: OneEventTrigger,
        detail: operation(
          'updateEventTrigger',
          'event-triggers',
          'Replace an event trigger. Fields that the body omits return to their defaults.',
          {
            tool: 'update_event_trigger',
            effect: 'change',
            example: { ...exampleTrigger, outputType: 'blog_post' },
            refusals: { 404: 'Event trigger not found', 409: 'Duplicate event trigger' },
          },
        ),
      },
    )
    .delete(
      '/:triggerId',
      ({ caller, params }) => deleteAutomation(ctx, caller, 'github_webhook', params.triggerId),
      {
        params,
        response: DeletedAutomation,
        detail: operation(
          'deleteEventTrigger',
          'event-triggers',
          'Delete an event trigger. Its posts are not deleted.',
          { tool: 'delete_event_trigger', effect: 'change', refusals: { 404: 'Event trigger not found' } },
        ),
      },
    )
}
