import type { FeedbackBody } from './generated/types.gen.ts'
import { HeraldError } from './herald.ts'
import { type RetryOptions, retrying } from './retry.ts'

type Receiver = RetryOptions & {
  /** The address of the server. */
  baseUrl: string
  /** The slug of the organization. */
  organization: string
}

/** Reports feedback without an API key. A repeated request stores one entry. */
export async function sendFeedback(
  { baseUrl, organization, ...retries }: Receiver,
  feedback: FeedbackBody,
): Promise<{ id: string }> {
  const idempotencyKey = feedback.idempotencyKey ?? crypto.randomUUID()
  const url = `${baseUrl.replace(/\/+$/, '')}/v1/feedback/${encodeURIComponent(organization)}`
  const response = await retrying(fetch, retries)(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
    body: JSON.stringify({ source: 'sdk', ...feedback, idempotencyKey }),
  })
  const body = await response.json().catch(() => null)
  if (!response.ok) throw new HeraldError(response.status, body, response.headers.get('X-Request-Id'))
  return { id: body.feedback.id }
}
