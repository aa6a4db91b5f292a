import { Elysia, t } from 'elysia'
import type { Context } from '../../context.ts'
import { ceilingSentence } from '../../db/ceilings.ts'
import { readJson } from '../../http/body.ts'
import { buckets } from '../../http/buckets.ts'
import { clientAddress } from '../../http/client-address.ts'
import { idParams } from '../../http/fields.ts'
import { operation } from '../../http/operation.ts'
import { type LimitUsage, limitHeaders } from '../../http/rate-limits.ts'
import { refuseFaults } from '../../http/refuse-faults.ts'
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
  StoredPublicFeedback,
} from './model.ts'
import { getFeedback, listFeedback, submitFeedback, updateFeedbackStatus } from './service.ts'
import { toSubmission } from './submission.ts'
import { peekAddress, submitPublicly } from './submit-publicly.ts'

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
        const idempotencyKey = submission.idempotencyKey ?? caller.callId ?? null
        return status(202, await submitFeedback(ctx, caller, { ...submission, projectId, idempotencyKey }))
      },
      {
        body: FeedbackBody,
        response: { 202: StoredFeedback },
        detail: operation(
          'submitFeedback',
          'feedback',
          'Submit feedback as an agent. Needs an API key or a feedback token. Feedback is classified and appears in the triage list.',
          {
            tool: 'submit_feedback',
            effect: 'draft',
            example: exampleFeedback,
            refusals: { 404: 'Project not found', 409: ceilingSentence('feedback') },
            narrowScope: feedbackTokenScope,
            limits: [buckets.submitFeedback],
          },
        ),
      },
    )
    .get('', ({ caller, query }) => listFeedback(ctx, caller.organization.id, query), {
      query: FeedbackQuery,
      response: FeedbackPage,
      detail: operation(
        'listFeedback',
        'feedback',
        'List feedback. Entries that agents sent, newest first.',
        {
          tool: 'list_feedback',
        },
      ),
    })
    .get('/:feedbackId', ({ caller, params }) => getFeedback(ctx, caller, params.feedbackId), {
      params,
      response: OneFeedback,
      detail: operation(
        'getFeedback',
        'feedback',
        'Get a feedback entry. Includes its text, classification and status.',
        {
          tool: 'get_feedback',
          refusals: { 404: 'Feedback not found' },
        },
      ),
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
          'Update the status of feedback. With `withSimilar`, also updates the open entries about the same topic.',
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

/** Enough for every field at its limit with each character escaped; reading stops at this size. */
const publicBytes = 256 * 1024

/** No key, a small body, and the caller's rate limit in the headers of every response. */
function publicIntake(ctx: Context) {
  const inputs = { params: t.Object({ organizationSlug: slugField }), body: FeedbackBody }
  const route = { method: 'POST', hooks: inputs, operation: { ignoresUnknown: false, role: null } }
  return new Elysia({ prefix: '/v1/feedback', tags: ['Feedback'] })
    .onParse(() => null)
    .derive(async ({ request, server, params, query, set }) => {
      const address = clientAddress(request, server, ctx.config.trustProxy)
      const show = (usage: LimitUsage) => Object.assign(set.headers, limitHeaders(usage))
      show(await peekAddress(ctx, address))
      const body = await readJson(request, publicBytes, { budget: ctx.inputBudget })
      refuseFaults(route, { params, query, body })
      return { address, show, body }
    })
    .post(
      '/:organizationSlug',
      async ({ params, body, request, address, show, status }) => {
        const submission = toSubmission(body, request.headers.get('user-agent'))
        return status(202, await submitPublicly(ctx, address, params.organizationSlug, submission, show))
      },
      {
        ...inputs,
        response: { 202: StoredPublicFeedback },
        detail: operation(
          'submitPublicFeedback',
          null,
          'Submit feedback without a key. Anyone can call it, so it has its own rate limits per IP address and organization.',
          {
            limits: [buckets.submitFeedbackFromAddress, buckets.submitFeedbackToOrganization],
            example: exampleFeedback,
            refusals: {
              404: 'Feedback endpoint not found, or: Project not found',
              409: 'The organization has the maximum number of entries.',
            },
          },
        ),
      },
    )
}

const slugField = t.String({
  pattern: '^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$',
  description: 'Slug of the organization.',
  examples: ['acme'],
  error: 'organizationSlug has an invalid format',
})
