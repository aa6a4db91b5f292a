import { createRegistry } from './registry.ts'

export type DeliveryOutcome =
  | 'processed'
  | 'filtered'
  | 'ignored'
  | 'duplicate'
  | 'ping'
  | 'rejected'
  | 'failed'
export type AttemptOutcome = 'done' | 'retried' | 'dead' | 'returned' | 'lost'
type ModelTokens = { inputTokens: number; outputTokens: number; cents: number }

/** What Herald measures while it runs. Durations are in seconds. No value names an organization or a repository. */
export type Metrics = {
  /** False if nobody reads the metrics: then nothing is measured. */
  isEnabled: boolean
  /** `route` is the template, such as `/v1/posts/:id`; null if no route matched. */
  request(method: string, route: string | null, status: number, seconds: number): void
  delivery(outcome: DeliveryOutcome): void
  attempt(job: string, outcome: AttemptOutcome, seconds: number): void
  /** A job was claimed this long after it was due. */
  claimed(secondsLate: number): void
  database(kind: 'read' | 'write', seconds: number): void
  /** The database refused a call with this code, such as `SQLITE_BUSY`. */
  refusal(code: string): void
  model(model: string, outcome: 'answered' | 'failed', usage?: ModelTokens): void
  render(): string
}

const nothing = () => {}
export const noMetrics: Metrics = {
  isEnabled: false,
  request: nothing,
  delivery: nothing,
  attempt: nothing,
  claimed: nothing,
  database: nothing,
  refusal: nothing,
  model: nothing,
  render: () => '',
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function createMetrics(): Metrics {
  const { counter, histogram, render } = createRegistry()
  const requests = counter('herald_http_requests_total', 'Requests by route and status.', [
    'method',
    'route',
    'status',
  ])
  const requestSeconds = histogram(
    'herald_http_request_duration_seconds',
    'Time from the first byte of a request to the end of its response.',
    ['route'],
  )
  const deliveries = counter('herald_webhook_deliveries_total', 'Webhook deliveries by outcome.', ['outcome'])
  const attempts = counter('herald_job_attempts_total', 'Attempts of jobs by outcome.', ['job', 'outcome'])
  const attemptSeconds = histogram('herald_job_duration_seconds', 'Time of an attempt of a job.', ['job'])
  const late = histogram('herald_job_delay_seconds', 'Time from when a job is due until it is claimed.', [])
  const calls = histogram('herald_database_duration_seconds', 'Time of a call of the database.', ['kind'])
  const refusals = counter('herald_database_refusals_total', 'Calls that the database refused.', ['code'])
  const models = counter('herald_model_calls_total', 'Calls of models by outcome.', ['model', 'outcome'])
  const tokens = counter('herald_model_tokens_total', 'Tokens of models.', ['model', 'kind'])
  const cents = counter('herald_model_cost_cents_total', 'Cost of model calls in cents.', ['model'])
  return {
    isEnabled: true,
    request(method, route, status, seconds) {
      const template = route ?? 'none'
      // A client may send any method.
      requests(1, methods.has(method) ? method : 'other', template, String(status))
      requestSeconds(seconds, template)
    },
    delivery: (outcome) => deliveries(1, outcome),
    attempt(job, outcome, seconds) {
      attempts(1, job, outcome)
      attemptSeconds(seconds, job)
    },
    claimed: (secondsLate) => late(Math.max(0, secondsLate)),
    database: (kind, seconds) => calls(seconds, kind),
    refusal: (code) => refusals(1, code),
    model(model, outcome, usage) {
      models(1, model, outcome)
      if (!usage) return
      tokens(usage.inputTokens, model, 'input')
      tokens(usage.outputTokens, model, 'output')
      cents(usage.cents, model)
    },
    render,
  }
}
