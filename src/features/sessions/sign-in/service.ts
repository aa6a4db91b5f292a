import type { Context } from '../../../context.ts'
import { atomically } from '../../../db/client.ts'
import { isGuardViolation } from '../../../db/errors.ts'
import { guard } from '../../../db/table.ts'
import { AppError } from '../../../errors.ts'
import { type Bucket, peek, spend, tighter } from '../../../http/rate-limits.ts'
import { hashToken } from '../../../ids.ts'
import { holdPassword } from '../../members/record.ts'
import { findUserByEmail } from '../../members/service.ts'
import { useLink } from '../links/record.ts'
import { getLinkOfUser, withLink } from '../links/service.ts'
import type { Credentials, Opened } from '../model.ts'
import { newSession } from '../record.ts'
import { toOpened } from '../service.ts'

const windows = [{ limit: 10, seconds: 15 * 60 }]
export const byAddress: Bucket = { name: 'sign-in.address', per: 'address', windows }
const byEmail: Bucket = { name: 'sign-in.email', per: 'person', windows }

/** Who wants to be signed in: what their browser sent, and the address that they are counted by. */
export type Visitor = { request: Request; address: string }

/** Signs somebody in by their password, or by a link that was made for them. */
export async function signIn(ctx: Context, visitor: Visitor, credentials: Credentials): Promise<Opened> {
  await spend(ctx, byAddress, visitor.address)
  return 'token' in credentials
    ? signInByLink(ctx, visitor.request, credentials.token)
    : signInByPassword(ctx, visitor, credentials.email, credentials.password)
}

async function signInByPassword(
  ctx: Context,
  { request, address }: Visitor,
  email: string,
  password: string,
): Promise<Opened> {
  const user = await findUserByEmail(ctx, email)
  const isRight = await isPassword(ctx, email, user?.passwordHash ?? null, password)
  if (!user || !isRight) throw await wrongPassword(ctx, address, email)
  const { token, statements } = newSession(ctx, request, user.id)
  try {
    await atomically(ctx.db, [...holdPassword(ctx, user), ...statements])
  } catch (error) {
    throw isGuardViolation(error) ? await wrongPassword(ctx, address, email) : error
  }
  return toOpened(ctx, token)
}

/**
 * Whether a password is that of an e-mail address, which may be tried ten times in 15 minutes, wherever from; unknown
 * ones cost the same. The address itself is not kept.
 */
export async function isPassword(ctx: Context, email: string, passwordHash: string | null, password: string) {
  await spend(ctx, byEmail, hashToken(email))
  return ctx.passwords.verify(password, passwordHash)
}

/** What is told of a wrong password, with how many tries are left. */
export async function wrongPassword(ctx: Context, address: string, email: string): Promise<AppError> {
  const standings = [await peek(ctx, byAddress, address), await peek(ctx, byEmail, hashToken(email))]
  const { remaining } = standings.reduce(tighter)
  return new AppError(401, 'Email or password is wrong', { body: { remaining } })
}

async function signInByLink(ctx: Context, request: Request, token: string): Promise<Opened> {
  const { user } = await getLinkOfUser(ctx, 'sign-in', token)
  const session = newSession(ctx, request, user.id)
  await withLink(ctx, 'sign-in', [useLink(ctx, 'sign-in', token), ctx.db.run(guard), ...session.statements])
  return toOpened(ctx, session.token)
}
