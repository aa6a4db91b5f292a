import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { AppError } from '../../../errors.ts'
import { toFailure } from '../../../http/failure.ts'
import { confirmCredits, release, reserveReply } from '../../usage/service.ts'

/** Holds credits for a reply, or a turn; 403 where they are kept and none is left (contract 18.5). */
export async function chargeReply(ctx: Context, organizationId: string, executionId: string): Promise<void> {
  const reserved = await reserveReply(ctx, { organizationId, executionId }).catch((error) => {
    throw toFailure(error, 'Failed to check usage limits', { code: 'BILLING_ERROR' })
  })
  if ('charged' in reserved) return
  throw new AppError(403, 'Usage limit reached', {
    body: { code: 'USAGE_LIMIT_REACHED', balance: reserved.balance },
  })
}

/** Statements that charge what a reply cost, for the batch that ends it. */
export function confirmReply(
  ctx: Context,
  organizationId: string,
  executionId: string,
  cents: number,
): Statement[] {
  return confirmCredits(ctx, { organizationId, executionId }, Math.max(1, Math.ceil(cents)), 'conversations')
}

/** Statements that give back what a reply held that did not begin. */
export const releaseReply = (ctx: Context, executionId: string): Statement[] => [release(ctx, executionId)]
