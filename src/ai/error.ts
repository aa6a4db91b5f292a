import { ExplainedError } from '../errors.ts'
import type { ModelUsage } from './usage.ts'

type Reason =
  | 'unauthorized'
  | 'not_found'
  /** The question as it was put is refused: its shape, its model, or the account behind the key. */
  | 'refused'
  | 'rate_limited'
  | 'timed_out'
  | 'unavailable'
  | 'unusable'

/** Why a model gave nothing usable, in one sentence that a maintainer understands. */
export class ModelError extends ExplainedError {
  /** What an answer has cost that was of no use; null where there was none, or it does not say. */
  usage: ModelUsage | null = null
  /** An answer that was of no use, as it came: foreign text; null where there was none. */
  text: string | null = null

  constructor(
    readonly reason: Reason,
    message: string,
    /** When the endpoint asks to come back. */
    readonly retryAt?: Date,
    /** What the endpoint itself said, for whoever sets it up: foreign text, without the key. */
    readonly said?: string,
  ) {
    super(message)
  }
}

/** True when another try may help: the endpoint was busy, broken or silent, or the answer was garbage. */
export function isPassing(error: ModelError): boolean {
  return !['unauthorized', 'not_found', 'refused'].includes(error.reason)
}
