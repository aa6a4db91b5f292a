import { ExplainedError } from '../errors.ts'

type Reason =
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'refused'
  | 'rate_limited'
  | 'unreachable'
  | 'failed'

/** Why the tracker did not give what was asked, in one sentence that never carries a token. */
export class TrackerError extends ExplainedError {
  constructor(
    readonly reason: Reason,
    message: string,
    /** When the rate limit lets the next request through. */
    readonly retryAt?: Date,
  ) {
    super(message)
  }
}
