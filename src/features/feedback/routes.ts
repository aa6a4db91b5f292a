import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'
import { clientAddress } from '../../http/client-address.ts'
import { idParams } from '../../http/fields.ts'
import { requireKey } from '../keys/require-key.ts'
import { listFeedback } from './list.ts'
import {
  FeedbackBody,
  FeedbackPage,
  FeedbackPatch,
  FeedbackQuery,
  OneFeedback,
  StoredFeedback,
} from './model.ts'
import { type AddressOf, publicIntake } from './public-routes.ts'
import { getFeedback, submitFeedback, updateFeedbackStatus } from './service.ts'
import { toSubmission } from './submission.ts'
import { findTokenCaller } from './tokens.ts'

const detail = { tags: ['Feedback'] }

/** Intake from anyone, intake with a key or a feedback token, and triage with a key. */
export function feedbackRoutes(
  ctx: Context,
  addressOf: AddressOf = (request, server) => clientAddress(request, server, ctx.config.trustProxy),
) {
  return new Elysia().use(publicIntake(ctx, addressOf)).use(keyedIntake(ctx)).use(triage(ctx))
}

function keyedIntake(ctx: Context) {
  return new Elysia({ prefix: '/v1/feedback' })
    .use(requireKey(ctx, 'feedback', (token) => findTokenCaller(ctx, token)))
    .post(
      '',
      async ({ caller, body, request, spend, status }) => {
        const submission = toSubmission(body, request.headers.get('user-agent'))
        const projectId = caller.projectId ?? submission.projectId
        const stored = await submitFeedback(ctx, caller.organization.id, { ...submission, projectId }, spend)
        return status(202, stored)
      },
      { body: FeedbackBody, response: { 202: StoredFeedback }, detail },
    )
}

function triage(ctx: Context) {
  const params = idParams('feedbackId')
  return new Elysia({ prefix: '/v1/feedback' })
    .use(requireKey(ctx, 'feedback'))
    .get('', ({ caller, query }) => listFeedback(ctx, caller.organization.id, query), {
      query: FeedbackQuery,
      response: FeedbackPage,
      detail,
    })
    .get('/:feedbackId', ({ caller, params }) => getFeedback(ctx, caller, params.feedbackId), {
      params,
      response: OneFeedback,
      detail,
    })
    .patch(
      '/:feedbackId',
      ({ caller, params, body }) => updateFeedbackStatus(ctx, caller, params.feedbackId, body.status),
      { params, body: FeedbackPatch, response: OneFeedback, detail },
    )
}
