import type { Context } from '../../context.ts'
import { ceilingSentence } from '../../db/ceilings.ts'
import { buckets } from '../../http/buckets.ts'
import { idParams } from '../../http/fields.ts'
import { internal, operation } from '../../http/operation.ts'
import { guarded } from '../keys/guard.ts'
import { AutomationStates, listAutomationStates } from './automation-states.ts'
import { FormatList, GenerationRequest, GenerationStatus, QueuedGeneration, StartedRun } from './model.ts'
import { getGeneration, listFormats } from './service.ts'
import { requestGeneration, runScheduleNow } from './start.ts'

export function generationRoutes(ctx: Context) {
  return guarded(ctx, '/v1/posts/generate', 'Content')
    .post(
      '',
      ({ caller, body, status }) =>
        requestGeneration(ctx, caller, body).then((queued) => status(202, queued)),
      {
        body: GenerationRequest,
        response: { 202: QueuedGeneration },
        detail: operation(
          'createPostGeneration',
          'posts',
          'Generate posts. Starts a run that writes a post from repository activity. With `contentTypes`, it starts one run per format; their posts form a collection.',
          {
            tool: 'generate_post',
            effect: 'draft',
            example: { contentType: 'changelog', lookbackWindow: 'last_7_days' },
            limits: [buckets.generatePost],
            refusals: { 409: ceilingSentence('collections') },
          },
        ),
      },
    )
    .get('/:jobId', ({ caller, params }) => getGeneration(ctx, caller, params.jobId), {
      params: idParams('jobId'),
      response: GenerationStatus,
      detail: operation(
        'getPostGeneration',
        'posts',
        'Get a generation run. `postId` is set once the run is completed.',
        { tool: 'get_post_generation_status', refusals: { 404: 'Generation job not found' } },
      ),
    })
}

/** Routes for starting schedules manually. */
export function scheduleAppRoutes(ctx: Context) {
  return guarded(ctx, '/api/app/schedules', 'Schedules').post(
    '/:scheduleId/run',
    async ({ caller, params, status }) => status(202, await runScheduleNow(ctx, caller, params.scheduleId)),
    {
      params: idParams('scheduleId'),
      response: { 202: StartedRun },
      detail: internal('runSchedule', 'member', 'Run a schedule now. Its next run does not move.', {
        limits: [buckets.generatePost],
      }),
    },
  )
}

/** Routes for the choice of formats. */
export function formatAppRoutes(ctx: Context) {
  return guarded(ctx, '/api/app/formats', 'Content').get('', ({ caller }) => listFormats(ctx, caller), {
    response: FormatList,
    detail: internal('listFormats', 'member', 'List the formats that can be written, and why others cannot.'),
  })
}

export function automationAppRoutes(ctx: Context) {
  return guarded(ctx, '/api/app/automations', 'Schedules').get(
    '',
    ({ caller }) => listAutomationStates(ctx, caller.organization.id),
    {
      response: AutomationStates,
      detail: internal(
        'listAutomationStates',
        'member',
        'List the states of automations: next run, reason for a pause, last result.',
      ),
    },
  )
}
