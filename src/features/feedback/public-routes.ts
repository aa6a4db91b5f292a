import type { Server } from 'bun'
import { Elysia, t } from 'elysia'
import type { Context } from '../../context.ts'
import { readJson } from '../../http/body.ts'
import { standingHeaders } from '../../http/rate-limits.ts'
import { FeedbackBody, StoredFeedback } from './model.ts'
import { peekAddress, submitPublicly } from './public.ts'
import { toSubmission } from './submission.ts'

export type AddressOf = (request: Request, server: Server<unknown> | null) => string

/** Every field at its limit fits, each character escaped; a stranger's body is not read any further. */
const publicBytes = 256 * 1024

/** Intake from anyone: no key, a small body, and the standing of the caller's address in the headers of every answer. */
export function publicIntake(ctx: Context, addressOf: AddressOf) {
  const subjectOf: AddressOf = (request, server) => addressOf(request, server).slice(0, 64)
  async function showStanding({ request, server, set }: Incoming) {
    if ('RateLimit-Limit' in set.headers) return
    Object.assign(set.headers, standingHeaders(await peekAddress(ctx, subjectOf(request, server))))
  }
  return new Elysia({ prefix: '/v1/feedback' })
    .onParse(async ({ request, server, set }) => {
      await showStanding({ request, server, set })
      return readJson(request, publicBytes)
    })
    .onTransform(({ request, server, set }) => showStanding({ request, server, set }))
    .post(
      '/:organizationSlug',
      async ({ params, body, request, server, set, status }) => {
        const submission = toSubmission(body, request.headers.get('user-agent'))
        const stored = await submitPublicly(
          ctx,
          subjectOf(request, server),
          params.organizationSlug,
          submission,
          (standing) => Object.assign(set.headers, standingHeaders(standing)),
        )
        return status(202, stored)
      },
      {
        params: t.Object({ organizationSlug: slugField }),
        body: FeedbackBody,
        response: { 202: StoredFeedback },
        detail: { tags: ['Feedback'], security: [] },
      },
    )
}

type Incoming = {
  request: Request
  server: Server<unknown> | null
  set: { headers: Record<string, unknown> }
}

const slugField = t.String({
  pattern: '^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$',
  error: 'organizationSlug has an invalid format',
})
