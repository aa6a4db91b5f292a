import { and, asc, eq, inArray, lt, lte } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { findMail } from '../../mail/find-mail.ts'
import type { Outcome } from '../../mail/outcome.ts'
import { type Mail, sendMail } from '../../mail/send-mail.ts'
import type { Site } from '../../page/view.ts'
import { posts } from '../posts/table.ts'
import { getSiteOwner } from '../public-page/appearance.ts'
import { openSiteOf } from '../public-page/service.ts'
import { digestMail, type MailedPost, postMail, stopUrl } from './letters.ts'
import { type Subscriber, stopAfterBounce } from './subscribe.ts'
import { subscriberMails, subscribers } from './table.ts'

/** One run sends for less than the minute after which the next one starts. */
const runMs = 50_000
/** A mail that was being sent this long ago: the process ended meanwhile. */
const lostMs = 5 * 60_000
const firstWaitMs = 15 * 60_000
/** A mail that cannot be delivered for a day has failed. */
const maxAttempts = 6

type Row = typeof subscriberMails.$inferSelect

/**
 * Sends queued mails to subscribers, one after the other, as fast as the operator allows. Each is marked before it is
 * sent: after a crash it may have been sent, and is not sent again.
 */
export async function sendQueued(ctx: Context, signal: AbortSignal): Promise<void> {
  const settings = await findMail(ctx)
  if (!settings) return
  await markLost(ctx)
  const sites = new Map<string, Promise<Site>>()
  const started = performance.now()
  const gapMs = 1000 / ctx.config.mailPerSecond
  for (let sent = 0; !signal.aborted && performance.now() - started < runMs; sent++) {
    if (sent > 0) await Bun.sleep(Math.max(0, started + sent * gapMs - performance.now()))
    const rows = await claimNext(ctx)
    if (rows.length === 0) return
    const mail = await compose(ctx, rows, sites)
    if (!mail) continue
    const outcome = await sendMail(settings, mail.content, signal)
    await ctx.db.batch(resultOf(ctx, rows, mail.subscriber, outcome) as [Statement, ...Statement[]])
    if (outcome.kind === 'refused' || outcome.kind === 'unknown')
      ctx.log.warn(
        {
          organizationId: mail.subscriber.organizationId,
          reason: withoutAddress(outcome.reason, mail.subscriber),
        },
        outcome.kind === 'refused'
          ? 'An email to a subscriber was refused. It is not sent again.'
          : 'The mail server did not confirm an email to a subscriber. It is not sent again, so that nobody gets it twice.',
      )
    // The fault is this server's, or the mail server is down: the others would fail alike.
    if (outcome.kind === 'broken' || (outcome.kind === 'later' && outcome.isServerDown)) {
      ctx.log.warn(
        { reason: outcome.reason },
        'Emails to subscribers cannot be sent. They stay queued, and are tried again later.',
      )
      return
    }
  }
}

/** A reason for the log: mail servers repeat the address of the recipient. */
const withoutAddress = (reason: string, { email }: Subscriber) =>
  reason.replaceAll(new RegExp(RegExp.escape(email), 'gi'), '…')

/** Marks the next mail as being sent, with all posts of a weekly mail; empty if there is none. */
async function claimNext(ctx: Context): Promise<Row[]> {
  const now = ctx.now()
  const [next] = await ctx.db
    .select()
    .from(subscriberMails)
    .where(and(eq(subscriberMails.status, 'queued'), lte(subscriberMails.nextAt, now)))
    .orderBy(asc(subscriberMails.nextAt))
    .limit(1)
  if (!next) return []
  const { subscriberId, postId, digest } = next
  // Only one process gets a row: the others find it changed.
  const rows = await ctx.db
    .update(subscriberMails)
    .set({ status: 'sending', updatedAt: now })
    .where(
      and(
        eq(subscriberMails.subscriberId, subscriberId),
        eq(subscriberMails.status, 'queued'),
        digest === null ? eq(subscriberMails.postId, postId) : eq(subscriberMails.digest, digest),
      ),
    )
    .returning()
  return rows.length > 0 ? rows : claimNext(ctx)
}

/** The mail of some rows; null if the reader has unsubscribed or the posts were unpublished, which drops the rows. */
async function compose(ctx: Context, rows: Row[], sites: Map<string, Promise<Site>>) {
  const [first] = rows
  if (!first) return null
  const [subscriber] = await ctx.db.select().from(subscribers).where(eq(subscribers.id, first.subscriberId))
  const { id, slug, title, content, markdown, publishedAt, createdAt } = posts
  const published = await ctx.db
    .select({ id, slug, title, content, markdown, publishedAt, createdAt })
    .from(posts)
    .where(
      and(
        inArray(
          posts.id,
          rows.map(({ postId }) => postId),
        ),
        eq(posts.status, 'published'),
      ),
    )
    .orderBy(asc(publishedAt))
  if (subscriber?.status !== 'active' || published.length === 0) {
    await ctx.db.delete(subscriberMails).where(whereRows(rows))
    return null
  }
  const site = await siteOf(ctx, subscriber.organizationId, sites)
  return { subscriber, content: toMail(ctx, site, published, first.digest, subscriber) }
}

function siteOf(ctx: Context, organizationId: string, sites: Map<string, Promise<Site>>): Promise<Site> {
  const known =
    sites.get(organizationId) ??
    getSiteOwner(ctx, organizationId)
      .then((owner) => openSiteOf(ctx, owner))
      .then(({ site }) => site)
  sites.set(organizationId, known)
  return known
}

function toMail(
  ctx: Context,
  site: Site,
  published: MailedPost[],
  digest: string | null,
  subscriber: Subscriber,
): Mail {
  const [first] = published
  if (!first) throw new Error('A mail needs a post.')
  const content =
    digest === null
      ? postMail(ctx, site, first, subscriber)
      : digestMail(ctx, site, published, new Date(digest), subscriber)
  return {
    ...content,
    to: subscriber.email,
    senderName: site.name,
    messageId: `${digest ?? first.id}.${subscriber.id}`,
    headers: {
      'List-Unsubscribe': `<${stopUrl(ctx, subscriber.token)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': `<${subscriber.organizationId}.${new URL(site.origin).hostname}>`,
    },
  }
}

/** The statements that store the result of an attempt. */
function resultOf(ctx: Context, rows: Row[], { id }: Subscriber, outcome: Outcome): Statement[] {
  const set = (changes: Partial<Row>) =>
    ctx.db
      .update(subscriberMails)
      .set({ ...changes, updatedAt: ctx.now() })
      .where(and(whereRows(rows), eq(subscriberMails.status, 'sending')))
  if (outcome.kind === 'sent') return [set({ status: 'sent', error: null })]
  const error = outcome.reason
  if (outcome.kind === 'unknown') return [set({ status: 'unknown', error })]
  if (outcome.kind === 'refused')
    return [set({ status: 'failed', error }), ...(outcome.isGone ? stopAfterBounce(ctx, id, error) : [])]
  const attempts = (rows[0]?.attempts ?? 0) + 1
  // A fault of this server is not counted: the mails wait until it is repaired.
  if (outcome.kind === 'later' && attempts >= maxAttempts) return [set({ status: 'failed', error })]
  const wait = firstWaitMs * 2 ** Math.min(attempts - 1, maxAttempts)
  const nextAt = new Date(ctx.now().getTime() + wait)
  return [set({ status: 'queued', error, nextAt, attempts: outcome.kind === 'later' ? attempts : 0 })]
}

const whereRows = (rows: Row[]) =>
  and(
    eq(subscriberMails.subscriberId, rows[0]?.subscriberId ?? ''),
    inArray(
      subscriberMails.postId,
      rows.map(({ postId }) => postId),
    ),
  )

const maybeSent = 'Herald was stopped while it sent this email. It may have been sent.'

const markLost = (ctx: Context) =>
  ctx.db
    .update(subscriberMails)
    .set({ status: 'unknown', error: maybeSent })
    .where(
      and(
        eq(subscriberMails.status, 'sending'),
        lt(subscriberMails.updatedAt, new Date(ctx.now().getTime() - lostMs)),
      ),
    )
