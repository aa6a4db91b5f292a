import { t } from 'elysia'
import type { Context } from '../../../context.ts'
import { buckets } from '../../../http/buckets.ts'
import { idParams } from '../../../http/fields.ts'
import { operation } from '../../../http/operation.ts'
import { pageQuery } from '../../../http/paging.ts'
import { answerLater, readPreference } from '../../../http/prefer.ts'
import { guarded } from '../../keys/guard.ts'
import { Estimate, estimateScan } from './estimate.ts'
import { OneScan, ScanPage, StartedScan } from './model.ts'
import { PlayedConversation, playSequence } from './play-conversation.ts'
import { rescanPrompt } from './rescan-prompt.ts'
import { nothingMissing, retryScan } from './retry-scan.ts'
import { getScan, listScans, notSetUp, startScan } from './service.ts'

const resource = 'scans'
const missing = { 404: 'Project not found' }
const refusals = {
  400: 'There is nothing to ask: add a prompt, or enable one',
  402: 'All AI answers of this month are used; raise the limit or add AI credits.',
  404: notSetUp,
  409: 'A scan of this project is running already',
}

/** Routes for scans, which send a project's questions to answer engines. */
export function scanRoutes(ctx: Context) {
  return guarded(ctx, '/v1/projects', 'GEO')
    .post(
      '/:projectId/geo/scans',
      async ({ caller, params, set, status }) => {
        const started = await startScan(ctx, caller, params.projectId)
        set.headers.location = started.statusUrl
        return status(202, started)
      },
      {
        params: idParams('projectId'),
        response: { 202: StartedScan },
        detail: operation(
          'startScan',
          resource,
          'Start a scan. Sends all tracked prompts to all tracked engines.',
          {
            tool: 'run_scan',
            effect: 'change',
            limits: [buckets.startScan],
            refusals,
          },
        ),
      },
    )
    .get(
      '/:projectId/geo/scans',
      ({ caller, params, query }) => listScans(ctx, caller, params.projectId, query),
      {
        params: idParams('projectId'),
        query: t.Object(pageQuery(20)),
        response: ScanPage,
        detail: operation('listScans', resource, 'List scans. Newest first.', {
          tool: 'list_scans',
          refusals: missing,
        }),
      },
    )
    .get(
      '/:projectId/geo/scans/estimate',
      ({ caller, params }) => estimateScan(ctx, caller, params.projectId),
      {
        params: idParams('projectId'),
        response: Estimate,
        detail: operation(
          'estimateScan',
          resource,
          'Estimate a scan. Returns its number of questions and its cost, based on earlier answers or on list prices.',
          { tool: 'estimate_scan', refusals: { 404: notSetUp } },
        ),
      },
    )
    .get(
      '/:projectId/geo/scans/:scanId',
      ({ caller, params }) => getScan(ctx, caller, params.projectId, params.scanId),
      {
        params: idParams('projectId', 'scanId'),
        response: OneScan,
        detail: operation('getScan', resource, 'Get a scan. Includes its progress and failed questions.', {
          tool: 'get_scan',
          refusals: { 404: 'Scan not found' },
        }),
      },
    )
    .post(
      '/:projectId/geo/scans/:scanId/retry',
      async ({ caller, params, set, status }) => {
        const started = await retryScan(ctx, caller, params.projectId, params.scanId)
        set.headers.location = started.statusUrl
        return status(202, started)
      },
      {
        params: idParams('projectId', 'scanId'),
        response: { 202: StartedScan },
        detail: operation(
          'retryScan',
          resource,
          'Retry a scan. Starts a new scan of the questions that have no answer yet.',
          {
            tool: 'retry_scan',
            effect: 'change',
            limits: [buckets.startScan],
            refusals: {
              ...refusals,
              400: 'None of the engines that failed can be asked.',
              409: nothingMissing,
            },
          },
        ),
      },
    )
    .post(
      '/:projectId/geo/prompts/:promptId/rescan',
      async ({ caller, params, set, status }) => {
        const started = await rescanPrompt(ctx, caller, params.projectId, params.promptId)
        set.headers.location = started.statusUrl
        return status(202, started)
      },
      {
        params: idParams('projectId', 'promptId'),
        response: { 202: StartedScan },
        detail: operation('rescanPrompt', 'prompts', 'Scan one prompt. Sends it to all tracked engines.', {
          tool: 'rescan_prompt',
          effect: 'change',
          limits: [buckets.rescanPrompt],
          refusals: { ...refusals, 404: 'Prompt not found' },
        }),
      },
    )
    .post(
      '/:projectId/geo/sequences/:sequenceId/run',
      async ({ caller, params, request, set, status }) => {
        const { projectId, sequenceId } = params
        const played = await playSequence(ctx, caller, projectId, sequenceId, readPreference(request))
        if (!('statusUrl' in played)) return played
        answerLater(ctx, set, played)
        return status(202, played)
      },
      {
        params: idParams('projectId', 'sequenceId'),
        response: { 200: PlayedConversation, 202: StartedScan },
        detail: operation(
          'runSequence',
          'prompts',
          'Run a conversation. Sends its questions to every tracked engine that searches the web, and waits up to four minutes. With the header `Prefer: respond-async, wait=20`, a run that takes longer than 20 seconds returns 202 with the URL of its scan.',
          {
            tool: 'run_conversation',
            effect: 'change',
            limits: [buckets.playConversation],
            refusals: {
              ...refusals,
              404: 'Conversation not found',
              409: 'The conversation is still in progress: wait for its scan to end',
            },
          },
        ),
      },
    )
}
