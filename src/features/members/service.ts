import type { Context } from '../../context.ts'
import { users } from './table.ts'

/** True once somebody can sign in: before, a link of the server makes the first account. */
export async function hasUsers(ctx: Context): Promise<boolean> {
  const [first] = await ctx.db.select({ id: users.id }).from(users).limit(1)
  return first !== undefined
}
