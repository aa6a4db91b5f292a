import { and, eq, gt, isNull, type SQL } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { atomically, type Statement } from '../../db/client.ts'
import { isGuardViolation } from '../../db/errors.ts'
import { once } from '../../db/prepared.ts'
import { gone } from '../../errors.ts'
import { hashToken, newToken } from '../../ids.ts'
import { createKeyedQueue } from '../../jobs/keyed-queue.ts'
import { users } from '../members/table.ts'
import { type linkKinds, links } from './table.ts'

type LinkKind = (typeof linkKinds)[number]

/** How long each kind of link is good. */
export const linkMinutes: Record<LinkKind, number> = { setup: 30, 'sign-in': 30, password: 24 * 60 }

/** The page of the dashboard that each kind of link leads to. */
const linkPages: Record<LinkKind, string> = {
  setup: '/app/setup',
  'sign-in': '/app/sign-in',
  password: '/app/password',
}

/** What is told of a link that has run out, was used, or never was; it says how to get another. */
export const goneSentences: Record<LinkKind, string> = {
  setup:
    'This link has expired or was used. Sign in. If no account exists yet, open the dashboard for a new link in the server log, or run: herald setup',
  'sign-in': 'This link was used or has run out. Sign in with your e-mail address and password.',
  password: 'This link was used or has run out. Ask who runs this server for a new one: herald user reset.',
}

/** Whole minutes until a time, the one that has begun included. */
export function minutesLeft(expiresAt: Date, now: Date): number {
  return Math.ceil((expiresAt.getTime() - now.getTime()) / 60_000)
}

/** A link for a user, or for the first account: its token, and the statements that put it in place of older ones. */
function newLink(ctx: Context, kind: LinkKind, userId: string | null) {
  const token = newToken('', 32)
  const expiresAt = new Date(ctx.now().getTime() + linkMinutes[kind] * 60_000)
  const isOlder = and(eq(links.kind, kind), userId === null ? isNull(links.userId) : eq(links.userId, userId))
  const statements: Statement[] = [
    ctx.db.delete(links).where(isOlder),
    ctx.db.insert(links).values({ hash: hashToken(token), kind, userId, expiresAt }),
  ]
  return { token, statements }
}

/** A statement that uses a link up; a guard after it stops what the link is no longer good for. */
export function useLink(ctx: Context, kind: LinkKind, token: string, also?: SQL): Statement {
  const where = and(isGood(ctx, kind, token), also)
  return ctx.db.update(links).set({ usedAt: ctx.now() }).where(where)
}

/** A statement that makes the links of somebody good for nothing. */
export function forgetLinks(ctx: Context, userId: string): Statement {
  return ctx.db.delete(links).where(eq(links.userId, userId))
}

/** Selects a link that can still be used. */
function isGood(ctx: Context, kind: LinkKind, token: string) {
  return and(
    eq(links.hash, hashToken(token)),
    eq(links.kind, kind),
    isNull(links.usedAt),
    gt(links.expiresAt, ctx.now()),
  )
}

/** A link that makes the first account of a server. */
export const createSetupLink = (ctx: Context) => createLink(ctx, 'setup', null)

/**
 * Logs a link for the first account when somebody opens the dashboard, unless an earlier link still works:
 * a new link would invalidate it, and it may be the page that was opened.
 */
export const logSetupLink = (ctx: Context) =>
  inTurn(ctx)('setup', async () => {
    const [good] = await ctx.db
      .select({ hash: links.hash })
      .from(links)
      .where(and(eq(links.kind, 'setup'), isNull(links.usedAt), gt(links.expiresAt, ctx.now())))
      .limit(1)
    if (good) return
    const link = await createSetupLink(ctx)
    ctx.log.warn(
      { link },
      `Open this link to create the first account. It works once, for ${linkMinutes.setup} minutes.`,
    )
  })

const inTurn = once(() => createKeyedQueue())

/** A link that signs somebody in without a password. */
export const createSignInLink = (ctx: Context, userId: string) => createLink(ctx, 'sign-in', userId)

/** A link by which somebody sets their password. */
export const createPasswordLink = (ctx: Context, userId: string) => createLink(ctx, 'password', userId)

/** The token stands after the #, which browsers send to nobody: it is in no log. */
async function createLink(ctx: Context, kind: LinkKind, userId: string | null): Promise<string> {
  const { token, statements } = newLink(ctx, kind, userId)
  await atomically(ctx.db, statements)
  return toUrl(ctx, kind, token)
}

/** The address that is handed out. */
function toUrl({ config }: Context, kind: LinkKind, token: string): string {
  return `${config.appUrl}${linkPages[kind]}#${token}`
}

/** A link that can still be used; 410 where there is none. */
export async function getLink(ctx: Context, kind: LinkKind, token: string) {
  const [link] = await ctx.db
    .select()
    .from(links)
    .where(isGood(ctx, kind, token))
  if (!link) throw gone(goneSentences[kind])
  return link
}

/** A link that can still be used, with whom it is for; 410 where there is none. */
export async function getLinkOfUser(ctx: Context, kind: LinkKind, token: string) {
  const [found] = await ctx.db
    .select({ expiresAt: links.expiresAt, user: users })
    .from(links)
    .innerJoin(users, eq(users.id, links.userId))
    .where(isGood(ctx, kind, token))
  if (!found) throw gone(goneSentences[kind])
  return found
}

/** Performs the action of a link; 410 if the link was used meanwhile. */
export async function withLink(ctx: Context, kind: LinkKind, statements: Statement[]): Promise<void> {
  try {
    await atomically(ctx.db, statements)
  } catch (error) {
    throw isGuardViolation(error) ? gone(goneSentences[kind]) : error
  }
}
