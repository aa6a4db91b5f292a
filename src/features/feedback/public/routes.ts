import { Elysia, t } from 'elysia'
import type { Context } from '../../../context.ts'
import { readJson } from '../../../http/body.ts'
import { clientAddress } from '../../../http/client-address.ts'
import { operation } from '../../../http/operation.ts'
import { type Standing, standingHeaders } from '../../../http/rate-limits.ts'
import { exampleFeedback, FeedbackBody, StoredPublicFeedback } from '../model.ts'
import { toSubmission } from '../rules.ts'
import { byAddress, byOrganization, peekAddress, submitPublicly } from './service.ts'

/** Every field at its limit fits, each character escaped; a stranger's body is not read any further. */
const publicBytes = 256 * 1024

/** No key, a small body, and the standing of the caller's address in the headers of every answer. */
export function publicIntake(ctx: Context) {
  return new Elysia({ prefix: '/v1/feedback', tags: ['Feedback'] })
    .onParse(() => null)
    .derive(async ({ request, server, set }) => {
      const address = clientAddress(request, server, ctx.config.trustProxy)
      const show = (standing: Standing) => Object.assign(set.headers, standingHeaders(standing))
      show(await peekAddress(ctx, address))
      return { address, show, body: await readJson(request, publicBytes, { budget: ctx.inputBudget }) }
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
        detail: operation(
          'submitPublicFeedback',
          null,
          'Submit feedback without a key. Anyone can call it, so it has its own rate limits per address and organization.',
          {
            limits: [byAddress, byOrganization],
            example: exampleFeedback,
            refusals: { 404: 'Feedback endpoint not found, or: Project not found' },
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
