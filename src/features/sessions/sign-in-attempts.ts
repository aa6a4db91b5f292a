import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { buckets } from '../../http/buckets.ts'
import { type Bucket, peek, rateLimited, refund, type Standing, spend, take } from '../../http/rate-limits.ts'
import { hashToken } from '../../ids.ts'
import type { UserRow } from '../members/model.ts'
import { findDevice } from './devices.ts'

/** A sign-in: what the browser sent, and the address that it is counted by. */
export type Visitor = { request: Request; address: string }

type Charge = { bucket: Bucket; subject: string; standing: Standing }

/** Checks the password of a sign-in; 401 with the tries that are left. Unknown addresses cost the same as known ones. */
export async function verifySignIn(
  ctx: Context,
  { request, address }: Visitor,
  email: string,
  user: UserRow | null,
  password: string,
): Promise<UserRow> {
  const device = await findDevice(ctx, request)
  const isKnown = device !== null && device.userId === user?.id
  const { charges, exhausted } = isKnown
    ? { charges: [await charge(ctx, buckets.signInFromDevice, device.hash)], exhausted: null }
    : await chargeUnknown(ctx, address, hashToken(email))
  const isRight = await tryPassword(ctx, charges, user?.passwordHash ?? null, password)
  if (user && isRight) return user
  if (exhausted) throw rateLimited(exhausted)
  throw wrongPassword(charges[0]?.standing.remaining)
}

/** True when a signed-in user typed their current password. */
export async function verifyCurrent(
  ctx: Context,
  sessionHash: string,
  passwordHash: string,
  password: string,
): Promise<boolean> {
  return tryPassword(ctx, [await charge(ctx, buckets.confirmPassword, sessionHash)], passwordHash, password)
}

/** Runs a sign-in that needs no password; only one that fails counts against its address. */
export async function countFailure<T>(ctx: Context, address: string, act: () => Promise<T>): Promise<T> {
  const charged = await charge(ctx, buckets.signInFromAddress, address)
  const result = await act()
  await giveBack(ctx, [charged])
  return result
}

/** The refusal of a wrong password. */
export const wrongPassword = (remaining?: number) =>
  new AppError(401, 'Email or password is wrong', { body: remaining === undefined ? {} : { remaining } })

/** Charges a try from an unknown browser; `exhausted` is where the account stands if it has no wrong tries left. */
async function chargeUnknown(
  ctx: Context,
  address: string,
  account: string,
): Promise<{ charges: Charge[]; exhausted: Standing | null }> {
  const own = await charge(ctx, buckets.signInFromAddress, address)
  const hourly = await take(ctx, buckets.signInToAccountHourly, account)
  const isFirst = own.standing.remaining === own.standing.limit - 1
  if (!hourly && !isFirst) {
    await giveBack(ctx, [own])
    throw rateLimited(await peek(ctx, buckets.signInToAccountHourly, account))
  }
  const charges = [
    own,
    ...(hourly ? [{ bucket: buckets.signInToAccountHourly, subject: account, standing: hourly }] : []),
  ]
  for (const bucket of [buckets.signInToAccount, buckets.signInToAccountSlowly]) {
    const standing = await take(ctx, bucket, account)
    if (standing) return { charges: [...charges, { bucket, subject: account, standing }], exhausted: null }
  }
  return { charges, exhausted: await peek(ctx, buckets.signInToAccountSlowly, account) }
}

const charge = async (ctx: Context, bucket: Bucket, subject: string): Promise<Charge> => ({
  bucket,
  subject,
  standing: await spend(ctx, bucket, subject),
})

/** A try is charged before the slow comparison, so that tries at the same time cannot exceed the limit; a right one is given back. */
async function tryPassword(ctx: Context, charges: Charge[], stored: string | null, password: string) {
  let isRight = true
  try {
    isRight = await ctx.passwords.verify(password, stored)
  } finally {
    // Also where nothing was compared, since too many are at once.
    if (isRight) await giveBack(ctx, charges)
  }
  return isRight
}

async function giveBack(ctx: Context, charges: Charge[]): Promise<void> {
  for (const { bucket, subject, standing } of charges) await refund(ctx, bucket, subject, standing)
}
