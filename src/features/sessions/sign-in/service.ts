import { eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { guard } from '../../../db/table.ts'
import { AppError } from '../../../errors.ts'
import { type Bucket, spend } from '../../../http/rate-limits.ts'
import { hashToken } from '../../../ids.ts'
import { users } from '../../members/table.ts'
import { useLink } from '../links/record.ts'
import { getLinkOfUser, withLink } from '../links/service.ts'
import type { Credentials, Opened } from '../model.ts'
import { newSession } from '../record.ts'
import { openSession, toOpened } from '../service.ts'

const windows = [{ limit: 10, seconds: 15 * 60 }]
export const byAddress: Bucket = { name: 'sign-in.address', per: 'address', windows }
const byEmail: Bucket = { name: 'sign-in.email', per: 'person', windows }

/** Signs somebody in by their password, or by a link that was made for them. */
export async function signIn(ctx: Context, address: string, credentials: Credentials): Promise<Opened> {
  await spend(ctx, byAddress, address)
  return 'token' in credentials
    ? signInByLink(ctx, credentials.token)
    : signInByPassword(ctx, credentials.email, credentials.password)
}

async function signInByPassword(ctx: Context, email: string, password: string): Promise<Opened> {
  await chargeEmail(ctx, email)
  const [user] = await ctx.db.select().from(users).where(eq(users.email, email))
  const isRight = await ctx.passwords.verify(password, user?.passwordHash ?? null)
  if (!user || !isRight) throw new AppError(401, 'Email or password is wrong')
  return openSession(ctx, user.id)
}

/** A password can be tried this often for an address, wherever from; the address itself is not kept. */
export async function chargeEmail(ctx: Context, email: string): Promise<void> {
  await spend(ctx, byEmail, hashToken(email))
}

async function signInByLink(ctx: Context, token: string): Promise<Opened> {
  const { user } = await getLinkOfUser(ctx, 'sign-in', token)
  const session = newSession(ctx, user.id)
  await withLink(ctx, 'sign-in', [useLink(ctx, 'sign-in', token), ctx.db.run(guard), session.statement])
  return toOpened(ctx, session.token)
}
