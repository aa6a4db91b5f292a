import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { type Bucket, buckets } from '../../http/buckets.ts'
import { findUntouchedAt, type LimitUsage, peek, rateLimited, refund, take } from '../../http/rate-limits.ts'
import { hashToken } from '../../ids.ts'
import type { UserRow } from '../members/model.ts'
import { findDevice } from './devices.ts'

/** A sign-in: the request, and the IP address that its limit applies to. */
export type Visitor = { request: Request; address: string }

type Charge = { bucket: Bucket; subject: string; usage: LimitUsage }

/**
 * Checks the password of a sign-in; 401 with the remaining attempts. Unknown addresses take the same time as known
 * ones.
 */
export async function verifySignIn(
  ctx: Context,
  { request, address }: Visitor,
  email: string,
  user: UserRow | null,
  password: string,
): Promise<UserRow> {
  const device = await findDevice(ctx, request)
  const isKnown = device !== null && device.userId === user?.id
  const { charges, refusal } = isKnown
    ? { charges: [await charge(ctx, buckets.signInFromDevice, device.hash)], refusal: null }
    : await chargeUnknown(ctx, address, hashToken(email))
  const isRight = await tryPassword(ctx, charges, user?.passwordHash ?? null, password)
  if (user && isRight) return user
  throw refusal ?? wrongPassword(charges[0]?.usage.remaining)
}

/** True if a signed-in user entered their current password. */
export async function verifyCurrent(
  ctx: Context,
  sessionHash: string,
  passwordHash: string,
  password: string,
): Promise<boolean> {
  return tryPassword(ctx, [await charge(ctx, buckets.confirmPassword, sessionHash)], passwordHash, password)
}

/** Runs a sign-in that needs no password; only a failure counts against its address. */
export async function countFailure<T>(ctx: Context, address: string, act: () => Promise<T>): Promise<T> {
  const charged = await charge(ctx, buckets.signInFromAddress, address)
  const result = await act()
  await refundCharges(ctx, [charged])
  return result
}

/** The error for a wrong password. */
export const wrongPassword = (remaining?: number) =>
  new AppError(401, 'Email or password is wrong', { body: remaining === undefined ? {} : { remaining } })

/**
 * Charges an attempt from an unknown browser; `refusal` answers a wrong password if the account has no attempts left.
 */
async function chargeUnknown(
  ctx: Context,
  address: string,
  account: string,
): Promise<{ charges: Charge[]; refusal: AppError | null }> {
  const own = await charge(ctx, buckets.signInFromAddress, address)
  const hourly = await take(ctx, buckets.signInToAccountHourly, account)
  if (!hourly) {
    const isFirst = own.usage.remaining === own.usage.limit - 1
    if (isFirst) return { charges: [own], refusal: await lockedOut(ctx, address, account) }
    await refundCharges(ctx, [own])
    throw await lockedOut(ctx, address, account)
  }
  const charges = [own, { bucket: buckets.signInToAccountHourly, subject: account, usage: hourly }]
  for (const bucket of [buckets.signInToAccount, buckets.signInToAccountSlowly]) {
    const usage = await take(ctx, bucket, account)
    if (usage) return { charges: [...charges, { bucket, subject: account, usage }], refusal: null }
  }
  return { charges, refusal: tooMany(await peek(ctx, buckets.signInToAccountSlowly, account)) }
}

/**
 * The error for an unknown browser when the account has no attempts left in this hour. Retry when one is available
 * again, or when its address has no recorded failures.
 */
async function lockedOut(ctx: Context, address: string, account: string): Promise<AppError> {
  const [usage, untouchedAt] = await Promise.all([
    peek(ctx, buckets.signInToAccountHourly, account),
    findUntouchedAt(ctx, buckets.signInFromAddress, address),
  ])
  return rateLimited(
    { ...usage, resetAt: Math.min(usage.resetAt, untouchedAt) },
    'Too many wrong passwords for this account in the last hour. Sign in from a browser that you have used before, or ask the server operator for a link (herald user reset).',
  )
}

const tooMany = (usage: LimitUsage) => rateLimited(usage, 'Too many attempts. Try again later.')

async function charge(ctx: Context, bucket: Bucket, subject: string): Promise<Charge> {
  const usage = await take(ctx, bucket, subject)
  if (!usage) throw tooMany(await peek(ctx, bucket, subject))
  return { bucket, subject, usage }
}

/**
 * An attempt is charged before the slow comparison, so that simultaneous attempts cannot exceed the limit; a correct
 * password gets it back.
 */
async function tryPassword(ctx: Context, charges: Charge[], stored: string | null, password: string) {
  let isRight = true
  try {
    isRight = await ctx.passwords.verify(password, stored)
  } finally {
    // Also if nothing was compared because too many comparisons are running.
    if (isRight) await refundCharges(ctx, charges)
  }
  return isRight
}

async function refundCharges(ctx: Context, charges: Charge[]): Promise<void> {
  for (const { bucket, subject, usage } of charges) await refund(ctx, bucket, subject, usage)
}
