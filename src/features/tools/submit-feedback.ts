import { t } from 'elysia'
import { FeedbackBody, type StoredFeedback } from '../feedback/model.ts'
import type { OfferedTool } from './offered-tool.ts'
import { type JsonSchema, toDescribedSchema } from './tool-schema.ts'

/** The fields that an agent fills; the rest of a submission comes from the defaults. */
export const FeedbackInput = t.Pick(FeedbackBody, ['message', 'title', 'kind', 'sentiment', 'contextUrl'])
export type FeedbackInput = typeof FeedbackInput.static

export const description =
  'Report a bug, a feature request, praise or a question to the organization that runs this server, in your own words. Only the message is required. Send one topic at a time, and no secrets.'

let inputSchema: JsonSchema | undefined

/** Described at first use, because no start needs it. */
export function describeFeedbackInput(): JsonSchema {
  inputSchema ??= toDescribedSchema(FeedbackInput, 'submitFeedback')
  return inputSchema
}

const outputSchema = {
  type: 'object',
  properties: { status: { type: 'string', enum: ['recorded', 'already_recorded'] } },
  required: ['status'],
}
export const thanks = 'Thank you, the feedback was recorded.'

export type FeedbackOptions = {
  /** The public URL of an organization, `https://HOST/v1/feedback/SLUG`, or `https://HOST/v1/feedback` with a key in `headers`. */
  url: string
  headers?: Record<string, string>
  /** Merged into each submission. */
  defaults?: Pick<FeedbackBody, 'agentClient' | 'agentModel' | 'toolVersion' | 'projectId' | 'metadata'>
  source?: FeedbackBody['source']
  timeoutMilliseconds?: number
  /**
   * The id of the sender: an identical message from the same sender is a retry, and is not stored twice. Random by
   * default.
   */
  sender?: string
  fetch?: (request: Request) => Promise<Response>
}

export type SubmitResult = { status: 'recorded' | 'already_recorded' | 'failed'; text: string }

/** Returns a function that sends feedback to `url` and returns the result as a sentence; it never throws. */
export function createSubmitFeedback(options: FeedbackOptions) {
  const { url, headers, defaults, source = 'sdk', timeoutMilliseconds = 10_000 } = options
  const sender = options.sender ?? crypto.randomUUID()
  const send = options.fetch ?? fetch

  async function post(body: string, signal: AbortSignal): Promise<Response> {
    const request = () =>
      new Request(url, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body,
        signal,
      })
    try {
      const response = await send(request())
      if (response.status < 500) return response
    } catch (error) {
      if (signal.aborted) throw error
    }
    // The feedback may be stored although the response was lost; the idempotency key makes a retry safe.
    return send(request())
  }

  return async ({ message, title, kind, sentiment, contextUrl }: FeedbackInput): Promise<SubmitResult> => {
    const submission = { ...defaults, message, title, kind, sentiment, contextUrl, source }
    const idempotencyKey = hash(JSON.stringify([sender, url, submission]))
    try {
      const body = JSON.stringify({ ...submission, idempotencyKey })
      const response = await post(body, AbortSignal.timeout(timeoutMilliseconds))
      const answer: unknown = await response.json().catch(() => null)
      if (!response.ok) return failed(reasonOf(answer) ?? `the service returned status ${response.status}`)
      if (!isStored(answer)) return failed('the answer is not one of a feedback service')
      return answer.deduplicated
        ? { status: 'already_recorded', text: 'This feedback was already recorded.' }
        : { status: 'recorded', text: thanks }
    } catch (error) {
      const isLate = (error as Error)?.name === 'TimeoutError'
      return failed(isLate ? 'the service did not answer in time' : 'the service cannot be reached')
    }
  }
}

/** The same function as a tool. */
export function createSubmitTool(options: FeedbackOptions): OfferedTool {
  const submit = createSubmitFeedback({ source: 'mcp', ...options })
  return {
    name: 'submit_feedback',
    title: 'Submit feedback',
    description,
    inputSchema: describeFeedbackInput(),
    outputSchema,
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    async call(input) {
      const { status, text } = await submit(input as FeedbackInput)
      return status === 'failed' ? { text, isError: true } : { text, isError: false, structured: { status } }
    },
  }
}

const failed = (reason: string): SubmitResult => ({
  status: 'failed',
  text: `The feedback could not be sent: ${reason}.`,
})

function isStored(answer: unknown): answer is typeof StoredFeedback.static {
  return typeof (answer as { deduplicated?: unknown } | null)?.deduplicated === 'boolean'
}

function reasonOf(answer: unknown): string | null {
  const error = (answer as { error?: unknown } | null)?.error
  return typeof error === 'string' ? error.slice(0, 300).replace(/\.$/, '') : null
}

function hash(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex')
}
