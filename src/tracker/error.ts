import { ExplainedError } from '../errors.ts'

type Reason =
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'refused'
  | 'rate_limited'
  | 'unreachable'
  | 'failed'

/** Why a request to the tracker failed, in one sentence that never contains a token. */
export class TrackerError extends ExplainedError {
  constructor(
    readonly reason: Reason,
    message: string,
    /** When the rate limit allows the next request. */
    readonly retryAt?: Date,
  ) {
    super(message)
  }
}
