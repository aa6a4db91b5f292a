import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { findMail } from '../../mail/find-mail.ts'
import { kinds } from '../../page/view.ts'
import { organizations } from '../organizations/table.ts'
import { posts } from '../posts/table.ts'
import { publicPages } from '../public-page/table.ts'

/** Few enough that other requests are not kept waiting. */
const perBatch = 500
/** Fewer, because all earlier mails of each subscriber are read. */
const subscribersPerBatch = 100

/** Queues a mail about a published post for each subscriber; repeating it queues nothing twice. */
export async function queueMails(ctx: Context, postId: string, signal: AbortSignal): Promise<void> {
  const [post] = await ctx.db
    .select({
      organizationId: posts.organizationId,
      contentType: posts.contentType,
      status: posts.status,
      publicPage: organizations.publicPage,
      subscriptions: publicPages.subscriptions,
    })
    .from(posts)
    .innerJoin(organizations, eq(organizations.id, posts.organizationId))
    .innerJoin(publicPages, eq(publicPages.organizationId, posts.organizationId))
    .where(eq(posts.id, postId))
  const isMailed =
    post?.status === 'published' &&
    post.publicPage &&
    post.subscriptions &&
    kinds.some((kind) => kind === post.contentType)
  if (!isMailed || !(await findMail(ctx))) return
  const now = ctx.now().getTime()
  for (let after = ''; ; ) {
    signal.throwIfAborted()
    const [slice] = await ctx.db.all<{ last: string | null }>(sql`
      select max(id) as last from (
        select id from subscribers
        where organization_id = ${post.organizationId} and status = 'active' and id > ${after}
        order by id limit ${perBatch})`)
    if (slice?.last == null) return
    await ctx.db.run(sql`
      insert into subscriber_mails (subscriber_id, post_id, status, next_at, created_at, updated_at)
      select id, ${postId}, case frequency when 'weekly' then 'held' else 'queued' end, ${now}, ${now}, ${now}
      from subscribers
      where organization_id = ${post.organizationId} and status = 'active' and id > ${after} and id <= ${slice.last}
      on conflict do nothing`)
    after = slice.last
  }
}

/** Queues the posts that were held for the weekly mail, all posts of a subscriber at once: they are one mail. */
export async function releaseDigests(ctx: Context, signal: AbortSignal): Promise<void> {
  const now = ctx.now()
  const day = now.toISOString().slice(0, 10)
  for (let changed = 1; changed > 0; ) {
    signal.throwIfAborted()
    // The plus keeps the outer condition off the index of the status, which would read all held rows for each batch.
    const rows = await ctx.db.all(sql`
      update subscriber_mails set status = 'queued', digest = ${day}, next_at = ${now.getTime()}
      where +status = 'held' and subscriber_id in (
        select subscriber_id from subscriber_mails where status = 'held' order by next_at limit ${subscribersPerBatch})
      returning 1`)
    changed = rows.length
  }
}
