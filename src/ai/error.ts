type Reason = 'unauthorized' | 'not_found' | 'rate_limited' | 'unavailable' | 'unusable'

/** Why a model gave nothing usable, in one sentence that a maintainer understands. */
export class ModelError extends Error {
  constructor(
    readonly reason: Reason,
    message: string,
    /** When the endpoint asks to come back. */
    readonly retryAt?: Date,
  ) {
    super(message)
  }
}

/** True when another try may help: the endpoint was busy, broken or silent, or the answer was garbage. */
export function isPassing(error: ModelError): boolean {
  return error.reason !== 'unauthorized' && error.reason !== 'not_found'
}
