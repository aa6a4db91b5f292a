import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { AppError } from '../../../errors.ts'
import { confirm, readUsage, release } from '../../usage/service.ts'

/** Holds credits for a reply; 403 where they are kept and none is left (contract 18.5). */
export async function chargeReply(ctx: Context, organizationId: string, _replyId: string): Promise<void> {
  const { creditCents } = await readUsage(ctx, organizationId)
  if (creditCents === null || creditCents >= 1) return
  throw new AppError(403, 'Usage limit reached', {
    body: { code: 'USAGE_LIMIT_REACHED', balance: creditCents },
  })
}

/** Statements that charge what a reply cost, for the batch that ends it. */
export function confirmReply(
  ctx: Context,
  _organizationId: string,
  replyId: string,
  cents: number,
): Statement[] {
  return confirm(ctx, replyId, { units: 0, cents })
}

/** Statements that give back what a reply held that did not begin. */
export const releaseReply = (ctx: Context, replyId: string): Statement[] => [release(ctx, replyId)]
