import { ExplainedError } from '../errors.ts'
import type { ModelUsage } from './usage.ts'

type Reason =
  | 'unauthorized'
  | 'not_found'
  /** The request itself is refused: its shape, its model, or the account of the key. */
  | 'refused'
  | 'rate_limited'
  | 'timed_out'
  | 'unavailable'
  | 'unusable'

/** Why a model returned nothing usable, in one sentence for the operator. */
export class ModelError extends ExplainedError {
  /** The cost of an unusable answer; null if there was no answer, or its cost is unknown. */
  usage: ModelUsage | null = null
  /** The unusable answer itself, foreign text; null if there was none. */
  text: string | null = null

  constructor(
    readonly reason: Reason,
    message: string,
    /** When the endpoint allows a retry. */
    readonly retryAt?: Date,
    /** The endpoint's own message, for the operator: foreign text, without the key. */
    readonly said?: string,
  ) {
    super(message)
  }
}

/** True if a retry may help: the endpoint was busy, failed or did not answer, or the answer was invalid. */
export function isPassing(error: ModelError): boolean {
  return !['unauthorized', 'not_found', 'refused'].includes(error.reason)
}
