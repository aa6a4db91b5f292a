import type { TSchema } from '@sinclair/typebox'
import { Elysia, ParseError, type ValidationError } from 'elysia'
import { describeCeiling } from '../db/ceilings.ts'
import { isReviewViolation, isUnavailable } from '../db/errors.ts'
import { AppError } from '../errors.ts'
import { describeError, traceError } from '../explain.ts'
import type { Log } from '../log.ts'
import { findFaults, toRefusal } from './faults.ts'
import { pathOf } from './headers.ts'
import { isRecordedAlready } from './idempotency.ts'
import { changedSinceReview } from './reviewed.ts'

/** By then a lock is usually released, or a server restarted. */
const retrySeconds = '5'

const notAnswered = 'A request could not be answered. The client got an error.'

/** Converts everything thrown into a status and `{ error }`; unexpected errors are logged and answered with 500. */
export function errorMapping(log: Log) {
  return new Elysia({ name: 'error-mapping' }).onError(
    { as: 'global' },
    ({ error: thrown, code, set, request }) => {
      // Errors of a parser arrive wrapped.
      const error = thrown instanceof ParseError && thrown.cause instanceof AppError ? thrown.cause : thrown
      const note = (error: unknown) => {
        const about = {
          requestId: set.headers['X-Request-Id'],
          method: request.method,
          path: pathOf(request.url),
        }
        log.error({ ...about, error: describeError(error) }, notAnswered)
        log.debug({ ...about, trace: traceError(error) }, notAnswered)
      }
      if (error instanceof AppError) {
        if (error.cause !== undefined) note(error.cause)
        set.status = error.status
        Object.assign(set.headers, error.extra.headers)
        return { error: error.message, ...error.extra.body }
      }
      if (isReviewViolation(error)) {
        const { status, message } = changedSinceReview()
        set.status = status
        return { error: message }
      }
      if (isRecordedAlready(error)) {
        set.status = 409
        return { error: 'This call was made already' }
      }
      const ceiling = describeCeiling(error)
      if (ceiling !== null) {
        set.status = 409
        return { error: ceiling }
      }
      if (code === 'NOT_FOUND') {
        set.status = 404
        return { error: 'Not found' }
      }
      if (code === 'VALIDATION' && (error as ValidationError).type !== 'response') {
        const { validator, value, customError, type } = error as ValidationError
        const schema = (validator as { schema?: TSchema }).schema ?? (validator as TSchema)
        const refusal = toRefusal(findFaults(schema, value, { isText: type !== 'body' }), customError)
        set.status = refusal.status
        return { error: refusal.message, ...refusal.extra.body }
      }
      if (error instanceof ParseError) {
        set.status = 400
        return { error: 'The request cannot be read.' }
      }
      if (request.signal.aborted && error instanceof Error && error.name === 'AbortError') {
        // This response is never received: the client disconnected before the end of the body.
        set.status = 400
        return { error: 'The body is incomplete.' }
      }
      note(error)
      if (isUnavailable(error)) {
        set.status = 503
        set.headers['Retry-After'] = retrySeconds
        return { error: 'Service unavailable' }
      }
      set.status = 500
      return { error: 'Internal server error' }
    },
  )
}
