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

/** How long each kind of link is valid. Sign-in links exist only in demos, whose database ends with them. */
export const linkMinutes: Record<LinkKind, number> = {
  setup: 30,
  'sign-in': 365 * 24 * 60,
  password: 24 * 60,
}

/** The dashboard page of each kind of link. */
const linkPages: Record<LinkKind, string> = {
  setup: '/app/setup',
  'sign-in': '/app/sign-in',
  password: '/app/password',
}

/** The error for a link that is expired, used or unknown, with the way to get another. */
export const goneSentences: Record<LinkKind, string> = {
  setup:
    'This link has expired or was used. Sign in. If no account exists yet, open the dashboard for a new link in the server log, or run: herald setup',
  'sign-in': 'This link is no longer valid. Restart the demo for a new one.',
  password:
    'This link was used or has expired. Ask the operator of this server for a new one (herald user reset).',
}

/** Minutes until a time, rounded up. */
export function minutesLeft(expiresAt: Date, now: Date): number {
  return Math.ceil((expiresAt.getTime() - now.getTime()) / 60_000)
}

/** A link for a user, or for the first account: its token, and the statements that replace older ones with it. */
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

/** A statement that marks a link as used; a guard after it fails the batch if the link is no longer valid. */
export function markLinkUsed(ctx: Context, kind: LinkKind, token: string, also?: SQL): Statement {
  const where = and(isGood(ctx, kind, token), also)
  return ctx.db.update(links).set({ usedAt: ctx.now() }).where(where)
}

/** A statement that invalidates the links of a user. */
export function deleteLinks(ctx: Context, userId: string): Statement {
  return ctx.db.delete(links).where(eq(links.userId, userId))
}

/** Selects a valid link. */
function isGood(ctx: Context, kind: LinkKind, token: string) {
  return and(
    eq(links.hash, hashToken(token)),
    eq(links.kind, kind),
    isNull(links.usedAt),
    gt(links.expiresAt, ctx.now()),
  )
}

/** A link that creates the first account of a server. */
export const createSetupLink = (ctx: Context) => createLink(ctx, 'setup', null)

/**
 * Logs a link for the first account when a visitor opens the dashboard, unless an earlier link is still valid: a new
 * link would invalidate it, and its page may be the one that was opened.
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
      `Open this link to create the first account. It works once and expires in ${linkMinutes.setup} minutes.`,
    )
  })

const inTurn = once(() => createKeyedQueue())

/** A link that signs a user of a demo in without a password, as often as it is opened; throws elsewhere. */
export async function createSignInLink(ctx: Context, userId: string): Promise<string> {
  if (!ctx.isDemo) throw new Error('Only a demo has sign-in links.')
  return createLink(ctx, 'sign-in', userId)
}

/** A link for setting a password. */
export const createPasswordLink = (ctx: Context, userId: string) => createLink(ctx, 'password', userId)

/** The token is after the #, which browsers do not send, so it is in no log. */
async function createLink(ctx: Context, kind: LinkKind, userId: string | null): Promise<string> {
  const { token, statements } = newLink(ctx, kind, userId)
  await atomically(ctx.db, statements)
  return toUrl(ctx, kind, token)
}

/** The URL that the operator passes on. */
function toUrl({ config }: Context, kind: LinkKind, token: string): string {
  return `${config.appUrl}${linkPages[kind]}#${token}`
}

/** A valid link; 410 if there is none. */
export async function getLink(ctx: Context, kind: LinkKind, token: string) {
  const [link] = await ctx.db
    .select()
    .from(links)
    .where(isGood(ctx, kind, token))
  if (!link) throw gone(goneSentences[kind])
  return link
}

/** A valid link with its user; 410 if there is none. */
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
