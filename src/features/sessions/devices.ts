import { and, desc, eq, gt, notInArray, sql } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { cookie } from '../../http/cookie.ts'
import { hashToken, newToken } from '../../ids.ts'
import { devices } from './table.ts'

const days = 180
const maxPerUser = 10

const deviceCookie = (config: Pick<Config, 'appUrl' | 'basePath'>) => cookie('herald_device', config)

/** The header that stores a device token in a browser. */
export const writeDeviceCookie = ({ config }: Context, token: string) =>
  deviceCookie(config).write(token, days * 24 * 60 * 60)

/** The device of an earlier sign-in in this browser, and its user; null if it is unknown or has expired. */
export async function findDevice(ctx: Context, request: Request) {
  const token = deviceCookie(ctx.config).read(request)
  if (token === null) return null
  const isIt = and(eq(devices.hash, hashToken(token)), gt(devices.expiresAt, ctx.now()))
  const [found] = await ctx.db
    .select({ hash: devices.hash, userId: devices.userId })
    .from(devices)
    .where(isIt)
  return found ?? null
}

/** A device for a user that replaces the one of their browser: its token, and the statements that store it. */
export function newDevice(ctx: Context, request: Request, userId: string) {
  const token = newToken('', 32)
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + days * 24 * 60 * 60 * 1000)
  const earlier = hashToken(deviceCookie(ctx.config).read(request) ?? '')
  const ofUser = eq(devices.userId, userId)
  const newest = ctx.db
    .select({ hash: devices.hash })
    .from(devices)
    .where(ofUser)
    .orderBy(desc(devices.createdAt), sql`rowid desc`)
    .limit(maxPerUser)
  const statements: Statement[] = [
    ctx.db.delete(devices).where(and(ofUser, eq(devices.hash, earlier))),
    ctx.db.insert(devices).values({ hash: hashToken(token), userId, createdAt: now, expiresAt }),
    ctx.db.delete(devices).where(and(ofUser, notInArray(devices.hash, newest))),
  ]
  return { token, statements }
}

/** A statement that deletes the devices of a user. */
export const deleteDevices = (ctx: Context, userId: string): Statement =>
  ctx.db.delete(devices).where(eq(devices.userId, userId))
