import { describeCeiling } from '../db/ceilings.ts'
import { isUnavailable } from '../db/errors.ts'
import { AppError } from '../errors.ts'

/** What nobody foresaw, as 500 in a route's own words, with its cause for the log; anything else as it is. */
export function toFailure(error: unknown, message: string, body?: Record<string, unknown>): unknown {
  if (error instanceof AppError || isUnavailable(error) || describeCeiling(error) !== null) return error
  return new AppError(500, message, { body, cause: error })
}
