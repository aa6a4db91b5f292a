import type { Context } from '../../context.ts'
import { atomically } from '../../db/client.ts'
import { isGuardViolation } from '../../db/errors.ts'
import { gone } from '../../errors.ts'
import { guardPassword } from '../members/record.ts'
import { findUserByEmail } from '../members/service.ts'
import { getLinkOfUser, goneSentences } from './links.ts'
import type { Credentials, OpenedSession } from './model.ts'
import { newSession } from './record.ts'
import { toOpened } from './service.ts'
import { countFailure, type Visitor, verifySignIn, wrongPassword } from './sign-in-attempts.ts'

/** Signs a user in by password, or by the sign-in link of a demo. */
export async function signIn(
  ctx: Context,
  visitor: Visitor,
  credentials: Credentials,
): Promise<OpenedSession> {
  if ('token' in credentials)
    return countFailure(ctx, visitor.address, () => signInByLink(ctx, visitor.request, credentials.token))
  return signInByPassword(ctx, visitor, credentials.email, credentials.password)
}

async function signInByPassword(
  ctx: Context,
  visitor: Visitor,
  email: string,
  password: string,
): Promise<OpenedSession> {
  const user = await verifySignIn(ctx, visitor, email, await findUserByEmail(ctx, email), password)
  const session = newSession(ctx, visitor.request, user.id)
  try {
    await atomically(ctx.db, [...guardPassword(ctx, user), ...session.statements])
  } catch (error) {
    throw isGuardViolation(error) ? wrongPassword() : error
  }
  return toOpened(ctx, session)
}

async function signInByLink(ctx: Context, request: Request, token: string): Promise<OpenedSession> {
  if (!ctx.isDemo) throw gone(goneSentences['sign-in'])
  const { user } = await getLinkOfUser(ctx, 'sign-in', token)
  const session = newSession(ctx, request, user.id)
  await atomically(ctx.db, session.statements)
  return toOpened(ctx, session)
}
