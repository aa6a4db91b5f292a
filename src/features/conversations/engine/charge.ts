import type { Context } from '../../../context.ts'
import { atomically, type Statement } from '../../../db/client.ts'
import { isGuardViolation } from '../../../db/errors.ts'
import { AppError } from '../../../errors.ts'
import { toFailure } from '../../../http/failure.ts'
import type { Caller } from '../../keys/model.ts'
import { reserveReply } from '../../usage/reserve.ts'
import { confirmCredits, release } from '../../usage/settle.ts'

type ChargedStart = {
  /** The id of the credits that are reserved; null for answers, which cost nothing. */
  hold: string | null
  /** Stores what begins the reply or turn. */
  store(): Promise<void>
  /** The refusal if another reply or turn has begun meanwhile. */
  refusal(): AppError
  /** Whether another request has begun what this one reserved credits for. */
  hasBegun?(): Promise<boolean>
}

/**
 * Begins a reply or a turn: reserves credits, which charges nothing if there are none, then charges the rate limit
 * (contract 3.5), then stores it. Releases the credits if any of that fails.
 */
export async function beginCharged(
  ctx: Context,
  caller: Caller,
  { hold, store, refusal, hasBegun = async () => false }: ChargedStart,
): Promise<void> {
  if (hold !== null) await reserve(ctx, caller.organization.id, hold)
  try {
    await caller.spend()
    await store()
  } catch (error) {
    if (hold !== null && !(await hasBegun())) await atomically(ctx.db, releaseReply(ctx, hold))
    throw isGuardViolation(error) ? refusal() : error
  }
}

/** Reserves credits; 403 if the organization has limited credits and none is left (contract 18.5). */
async function reserve(ctx: Context, organizationId: string, executionId: string): Promise<void> {
  const reserved = await reserveReply(ctx, { organizationId, executionId }).catch((error) => {
    throw toFailure(error, 'Failed to check usage limits', { code: 'BILLING_ERROR' })
  })
  if ('charged' in reserved) return
  throw new AppError(403, 'Usage limit reached', {
    body: { code: 'USAGE_LIMIT_REACHED', balance: reserved.balance },
  })
}

/** Statements that charge what a reply or turn cost, for the batch that ends it. */
export function confirmReply(
  ctx: Context,
  organizationId: string,
  executionId: string,
  cents: number,
): Statement[] {
  return confirmCredits(ctx, { organizationId, executionId }, Math.max(1, Math.ceil(cents)), 'conversations')
}

/** Statements that release the credits of a reply or turn that costs nothing. */
export const releaseReply = (ctx: Context, executionId: string): Statement[] => [release(ctx, executionId)]
