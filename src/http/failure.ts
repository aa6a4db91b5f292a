import { describeCeiling } from '../db/ceilings.ts'
import { isUnavailable } from '../db/errors.ts'
import { AppError } from '../errors.ts'

/**
 * An unexpected error as 500 with the route's own message, and its cause for the log; other errors are returned
 * unchanged.
 */
export function toFailure(error: unknown, message: string, body?: Record<string, unknown>): unknown {
  if (error instanceof AppError || isUnavailable(error) || describeCeiling(error) !== null) return error
  return new AppError(500, message, { body, cause: error })
}
