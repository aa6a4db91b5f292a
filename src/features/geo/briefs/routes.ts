import { t } from 'elysia'
import type { Context } from '../../../context.ts'
import { buckets } from '../../../http/buckets.ts'
import { idParams } from '../../../http/fields.ts'
import { internal, operation } from '../../../http/operation.ts'
import { answerLater } from '../../../http/prefer.ts'
import { guarded } from '../../keys/guard.ts'
import {
  Approved,
  BriefCosts,
  BriefList,
  BriefOutcomes,
  DeletedBrief,
  OneBrief,
  PagesToLink,
  PendingPlan,
  PlannedBrief,
  VariantChoices,
} from './model.ts'
import { RejectedPlans } from './planning/model.ts'
import { getPlan, listRejectedPlans, planBrief, stillPlanning } from './planning/request-plan.ts'
import { ApproveBody, BriefPatch, PlanBody } from './request-model.ts'
import {
  approveBrief,
  deleteBrief,
  getBrief,
  listBriefs,
  listOutcomes,
  listPagesToLink,
  listVariantChoices,
  readCosts,
  updateBrief,
} from './service.ts'

const resource = 'briefs'
const project = idParams('projectId')
const one = idParams('projectId', 'briefId')
const noCredits = 'All long-form posts of this month are used; raise the limit or add AI credits.'
const noModel =
  'Briefs need a model: set one under Server, or set OPENAI_BASE_URL, OPENAI_API_KEY and WRITER_MODEL.'

/** Routes for briefs and their plans. */
export function briefRoutes(ctx: Context) {
  return guarded(ctx, '/v1/projects/:projectId/geo/briefs', 'GEO')
    .get('', ({ caller, params }) => listBriefs(ctx, caller, params.projectId), {
      params: project,
      response: BriefList,
      detail: operation('listBriefs', resource, 'List briefs. Newest first.', {
        tool: 'list_briefs',
        refusals: { 404: 'Project not found' },
      }),
    })
    .get('/rejected-plans', ({ caller, params }) => listRejectedPlans(ctx, caller, params.projectId), {
      params: project,
      response: RejectedPlans,
      detail: operation(
        'listRejectedPlans',
        resource,
        "List failed plans. The ten newest plans of the last seven days that could not be used, with the model's answers.",
        { refusals: { 404: 'Project not found' } },
      ),
    })
    .post(
      '',
      async ({ caller, params, body, request, set, status }) => {
        const planned = await planBrief(ctx, caller, params.projectId, body, request)
        if (!('planId' in planned)) return planned
        answerLater(ctx, set, planned)
        return status(202, planned)
      },
      {
        params: project,
        body: PlanBody,
        response: { 200: PlannedBrief, 202: PendingPlan },
        detail: operation(
          'planBrief',
          resource,
          'Plan a brief. Plans an article for a gap, a prompt, a suggestion or your own topic. An open brief for the same source is returned unchanged. With `Prefer: respond-async, wait=20`, a plan that takes longer than 20 seconds returns 202 with a `statusUrl`.',
          {
            tool: 'plan_brief',
            effect: 'change',
            example: { topic: 'how small teams write changelogs', contentSubtype: 'guide' },
            limits: [buckets.planBrief],
            refusals: {
              400: 'The model did not plan a brief that can be used.',
              402: noCredits,
              404: 'Prompt not found',
              409: stillPlanning,
              503: noModel,
            },
          },
        ),
      },
    )
    .get(
      '/plans/:planId',
      async ({ caller, params, query, request, status }) => {
        const planned = await getPlan(ctx, caller, params, query.autoApprove ?? false, request)
        return 'planId' in planned ? status(202, planned) : planned
      },
      {
        params: idParams('projectId', 'planId'),
        query: t.Object({
          autoApprove: t.Optional(
            t.Boolean({
              description: 'Return an error if the approval of the brief failed. Set in the `statusUrl`.',
              error: 'autoApprove must be true or false',
            }),
          ),
        }),
        response: { 200: PlannedBrief, 202: PendingPlan },
        detail: operation(
          'getBriefPlan',
          resource,
          'Get a plan. Returns 202 until the brief is ready; with the header `Prefer: wait=20` the request waits up to 20 seconds. If the plan is approved automatically, `statusUrl` contains `autoApprove=true`, and reading it returns 402 if no AI credits are left for the article.',
          {
            refusals: {
              400: 'The model did not plan a brief that can be used.',
              402: noCredits,
              404: 'Plan not found',
            },
          },
        ),
      },
    )
    .get('/:briefId', ({ caller, params }) => getBrief(ctx, caller, params.projectId, params.briefId), {
      params: one,
      response: OneBrief,
      detail: operation('getBrief', resource, 'Get a brief. Poll until the status is completed or failed.', {
        tool: 'get_brief',
        refusals: { 404: 'Brief not found' },
      }),
    })
    .post(
      '/:briefId/approve',
      async ({ caller, params, body, status }) =>
        status(202, await approveBrief(ctx, caller, params.projectId, params.briefId, body ?? {})),
      {
        params: one,
        body: t.Optional(ApproveBody),
        response: { 202: Approved },
        detail: operation(
          'approveBrief',
          resource,
          'Approve a brief. Starts a run that writes its article as a draft post.',
          {
            tool: 'approve_brief',
            effect: 'change',
            example: { variantPromptIds: [] },
            limits: [buckets.approveBrief],
            refusals: {
              402: noCredits,
              404: 'Brief not found',
              409: 'The status of the brief is writing: only a draft or failed brief can be approved',
              503: noModel,
            },
          },
        ),
      },
    )
}

/** Routes for reading and changing briefs in the dashboard. */
export function briefAppRoutes(ctx: Context) {
  return guarded(ctx, '/api/app/projects/:projectId/briefs', 'GEO')
    .get('/outcomes', ({ caller, params }) => listOutcomes(ctx, caller, params.projectId), {
      params: project,
      response: BriefOutcomes,
      detail: internal('listBriefOutcomes', 'member', 'List outcomes of briefs.'),
    })
    .get('/costs', ({ caller, params }) => readCosts(ctx, caller, params.projectId), {
      params: project,
      response: BriefCosts,
      detail: internal('getBriefCosts', 'member', 'Get recent planning costs and remaining credits.'),
    })
    .patch(
      '/:briefId',
      ({ caller, params, body }) => updateBrief(ctx, caller, params.projectId, params.briefId, body),
      {
        params: one,
        body: BriefPatch,
        response: OneBrief,
        detail: internal('updateBrief', 'member', 'Update a brief before it is written.'),
      },
    )
    .delete('/:briefId', ({ caller, params }) => deleteBrief(ctx, caller, params.projectId, params.briefId), {
      params: one,
      response: DeletedBrief,
      detail: internal(
        'deleteBrief',
        'member',
        'Delete a brief that is not being written. Its post is preserved.',
      ),
    })
    .get(
      '/:briefId/pages',
      ({ caller, params }) => listPagesToLink(ctx, caller, params.projectId, params.briefId),
      {
        params: one,
        response: PagesToLink,
        detail: internal('listPagesToLink', 'member', 'List pages the article of a brief can link to.'),
      },
    )
    .get(
      '/:briefId/variants',
      ({ caller, params }) => listVariantChoices(ctx, caller, params.projectId, params.briefId),
      {
        params: one,
        response: VariantChoices,
        detail: internal('listVariantChoices', 'member', 'List prompts that a brief could answer too.'),
      },
    )
}
