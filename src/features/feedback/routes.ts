import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'
import { idParams } from '../../http/fields.ts'
import { operation } from '../../http/operation.ts'
import { guarded } from '../keys/guard.ts'
import { feedbackTokenScope } from '../keys/model.ts'
import {
  exampleFeedback,
  FeedbackBody,
  FeedbackPage,
  FeedbackPatch,
  FeedbackQuery,
  OneFeedback,
  StoredFeedback,
} from './model.ts'
import { publicIntake } from './public/routes.ts'
import { toSubmission } from './rules.ts'
import { getFeedback, listFeedback, submitFeedback, updateFeedbackStatus } from './service.ts'

/** Intake from anyone, intake with a key or a feedback token, and triage with a key. */
export function feedbackRoutes(ctx: Context) {
  return new Elysia().use(keyedRoutes(ctx)).use(publicIntake(ctx))
}

function keyedRoutes(ctx: Context) {
  const params = idParams('feedbackId')
  return guarded(ctx, '/v1/feedback', 'Feedback')
    .post(
      '',
      async ({ caller, body, request, status }) => {
        const submission = toSubmission(body, request.headers.get('user-agent'))
        const projectId = caller.projectId ?? submission.projectId
        return status(202, await submitFeedback(ctx, caller, { ...submission, projectId }))
      },
      {
        body: FeedbackBody,
        response: { 202: StoredFeedback },
        detail: operation(
          'submitFeedback',
          'feedback',
          'Store feedback that an agent sends, with a key or a feedback token.',
          {
            tool: 'submit_feedback',
            effect: 'draft',
            example: exampleFeedback,
            refusals: { 404: 'Project not found' },
            narrowScope: feedbackTokenScope,
            limits: [{ name: 'feedback.keyed', per: 'key', windows: [{ limit: 120, seconds: 60 }] }],
          },
        ),
      },
    )
    .get('', ({ caller, query }) => listFeedback(ctx, caller.organization.id, query), {
      query: FeedbackQuery,
      response: FeedbackPage,
      detail: operation('listFeedback', 'feedback', 'List the feedback that agents sent, newest first.', {
        tool: 'list_feedback',
      }),
    })
    .get('/:feedbackId', ({ caller, params }) => getFeedback(ctx, caller, params.feedbackId), {
      params,
      response: OneFeedback,
      detail: operation('getFeedback', 'feedback', 'Read one feedback entry.', {
        tool: 'get_feedback',
        refusals: { 404: 'Feedback not found' },
      }),
    })
    .patch(
      '/:feedbackId',
      ({ caller, params, body }) => updateFeedbackStatus(ctx, caller, params.feedbackId, body),
      {
        params,
        body: FeedbackPatch,
        response: OneFeedback,
        detail: operation(
          'updateFeedback',
          'feedback',
          'Move a feedback entry to new, triaged, resolved or archived, with withSimilar also those that say the same.',
          {
            tool: 'update_feedback_status',
            effect: 'change',
            example: { status: 'triaged' },
            refusals: { 404: 'Feedback not found' },
          },
        ),
      },
    )
}
