import type { Context } from '../../../../context.ts'
import { atomically, type Statement } from '../../../../db/client.ts'
import { isGuardViolation } from '../../../../db/errors.ts'
import { conflict } from '../../../../errors.ts'
import type { Caller } from '../../../keys/model.ts'
import { chargeReply, releaseReply } from '../charge-reply.ts'
import type { Owned } from '../record.ts'

/** Holds what a reply may cost: credits first, which cost nothing to look at, then the bucket (contract 3.5). */
export async function spend(ctx: Context, caller: Caller, { owner }: Owned) {
  await chargeReply(ctx, caller.organization.id, owner)
  try {
    await caller.spend()
  } catch (error) {
    await atomically(ctx.db, releaseReply(ctx, owner))
    throw error
  }
}

/** Writes what begins a reply; 409 where another took the chat meanwhile. */
export async function claim(ctx: Context, { owner }: Owned, statements: Statement[]) {
  try {
    await atomically(ctx.db, statements)
  } catch (error) {
    await atomically(ctx.db, releaseReply(ctx, owner))
    throw isGuardViolation(error) ? taken() : error
  }
}

export const taken = () => conflict('A response is already being generated for this chat')
