import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { atomically, type Statement } from '../../../db/client.ts'
import { isGuardViolation } from '../../../db/errors.ts'
import { once } from '../../../db/prepared.ts'
import { gone } from '../../../errors.ts'
import { createLanes } from '../../../jobs/lane.ts'
import { users } from '../../members/table.ts'
import { links } from '../table.ts'
import { isGood, newLink } from './record.ts'
import { goneSentences, type LinkKind, linkMinutes, linkPages } from './rules.ts'

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

const inTurn = once(() => createLanes())

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

/** Carries out what a link is good for; 410 where somebody was faster. */
export async function withLink(ctx: Context, kind: LinkKind, statements: Statement[]): Promise<void> {
  try {
    await atomically(ctx.db, statements)
  } catch (error) {
    throw isGuardViolation(error) ? gone(goneSentences[kind]) : error
  }
}
