import { atomically } from '../../src/db/client.ts'
import { addMember, changeUser } from '../../src/features/members/record.ts'
import type { Role } from '../../src/features/members/table.ts'
import type { Answer } from './app.ts'
import type { TestContext } from './context.ts'

/** The token in a created link. */
export const tokenIn = (url: string) => url.split('#')[1] ?? ''

/** The cookie that a browser sends back after an answer. */
export const cookieOf = ({ headers }: Answer) => headers.get('set-cookie')?.split(';')[0] ?? ''

/** Sets a user's password. */
export async function setPassword(ctx: TestContext, userId: string, password: string) {
  await changeUser(ctx, userId, { passwordHash: await ctx.passwords.hash(password) })
}

/** Adds a user to one more organization. */
export const addTo = (ctx: TestContext, organizationId: string, userId: string, role: Role = 'member') =>
  atomically(ctx.db, [addMember(ctx, userId, organizationId, role)])
