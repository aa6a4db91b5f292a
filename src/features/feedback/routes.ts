import { Elysia, t } from 'elysia'
import type { Context } from '../../context.ts'
import { readJson } from '../../http/body.ts'
import { clientAddress } from '../../http/client-address.ts'
import { idParams } from '../../http/fields.ts'
import { operation } from '../../http/operation.ts'
import { type Standing, standingHeaders } from '../../http/rate-limits.ts'
import { guarded } from '../keys/guard.ts'
import { feedbackTokenScope } from '../keys/model.ts'
import {
  FeedbackBody,
  FeedbackPage,
  FeedbackPatch,
  FeedbackQuery,
  OneFeedback,
  StoredFeedback,
  StoredPublicFeedback,
} from './model.ts'
import { byAddress, byOrganization, peekAddress, submitPublicly } from './public.ts'
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
      detail: operation('getFeedback', 'feedback', 'Read one feedback entry.', { tool: 'get_feedback' }),
    })
    .patch(
      '/:feedbackId',
      ({ caller, params, body }) => updateFeedbackStatus(ctx, caller, params.feedbackId, body.status),
      {
        params,
        body: FeedbackPatch,
        response: OneFeedback,
        detail: operation(
          'updateFeedback',
          'feedback',
          'Move a feedback entry to new, triaged, resolved or archived.',
          { tool: 'update_feedback_status' },
        ),
      },
    )
}

/** Every field at its limit fits, each character escaped; a stranger's body is not read any further. */
const publicBytes = 256 * 1024

/** No key, a small body, and the standing of the caller's address in the headers of every answer. */
function publicIntake(ctx: Context) {
  return new Elysia({ prefix: '/v1/feedback', tags: ['Feedback'] })
    .onParse(() => null)
    .derive(async ({ request, server, set }) => {
      const address = clientAddress(request, server, ctx.config.trustProxy)
      const show = (standing: Standing) => Object.assign(set.headers, standingHeaders(standing))
      show(await peekAddress(ctx, address))
      return { address, show, body: await readJson(request, publicBytes, { room: ctx.bodyRoom }) }
    })
    .post(
      '/:organizationSlug',
      async ({ params, body, request, address, show, status }) => {
        const submission = toSubmission(body, request.headers.get('user-agent'))
        return status(202, await submitPublicly(ctx, address, params.organizationSlug, submission, show))
      },
      {
        params: t.Object({ organizationSlug: slugField }),
        body: FeedbackBody,
        response: { 202: StoredPublicFeedback },
        detail: operation('submitPublicFeedback', null, 'Store feedback that anyone sends, without a key.', {
          limits: [byAddress, byOrganization],
        }),
      },
    )
}

const slugField = t.String({
  pattern: '^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$',
  error: 'organizationSlug has an invalid format',
})
