import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import type { Reservation } from '../input-budget.ts'

/** Reserves one of the streams that the open-file limit allows; 503 if all are in use. */
export function reserveStream({ streamShare }: Pick<Context, 'streamShare'>): Reservation {
  const stream = streamShare.take(1)
  if (stream) return stream
  throw new AppError(
    503,
    `The server has reached its limit of ${streamShare.bytes} open streams. Try again in a moment.`,
    { headers: { 'Retry-After': '5' } },
  )
}
