import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { atomically } from '../../db/client.ts'
import { nameCollection } from '../../features/collections/name-collection.ts'
import { storeImage } from '../../features/images/store-image.ts'
import type { Caller } from '../../features/keys/model.ts'
import { setSwitches } from '../../features/organizations/service.ts'
import { posts, postVersions } from '../../features/posts/table.ts'
import { updateAppearance } from '../../features/public-page/appearance.ts'
import { dateOf, dateRelease } from './dates.ts'
import { deleteOldDeliveries } from './deliveries.ts'
import { history } from './history.ts'
import notesText from './notes-post.md' with { type: 'text' }
import { accent, drawLedger, drawLogo, drawWidget } from './pictures.ts'
import { acme } from './questions.ts'
import reviewText from './review-post.md' with { type: 'text' }
import { type Sample, send } from './sample.ts'

/** Publishes the changelogs of all releases but the newest, and two posts, and turns on the public page. */
export async function publishPosts(ctx: Context, sample: Sample, ada: Caller): Promise<void> {
  const [ledger, widget, logo] = await Promise.all(
    [drawLedger, drawWidget, drawLogo].map(async (draw, place) => {
      const file = new Uint8Array(await draw())
      return (await storeImage(ctx, ada, file, place === 2 ? 'logo' : 'content')).path
    }),
  )
  const pictures: Record<string, string> = {
    'v1.1.0': `![The draft of Acme 1.1.0 next to the list of all merged changes](${ledger})`,
    'v1.3.0': `![The button shows the newest posts inside another product](${widget})`,
  }
  for (const { tag, daysAgo } of history.slice(1, -2)) {
    const draft = await findDraft(ctx, ada, tag)
    const picture = pictures[tag ?? '']
    const text = picture && {
      title: draft.title,
      markdown: draft.markdown?.replace('\n\n', `\n\n${picture}\n\n`),
    }
    await send(sample, `/v1/posts/${draft.id}`, { ...text, status: 'published' }, 'PATCH')
    await moveTo(ctx, ada, draft.id, dateOf(sample.now, daysAgo))
  }
  const written = [
    {
      daysAgo: 133,
      title: 'Release notes that people read',
      text: notesText.replace('LEDGER', ledger ?? ''),
    },
    { daysAgo: 47, title: 'How to review a draft in five minutes', text: reviewText },
  ]
  for (const { daysAgo, title, text } of written) {
    const body = { contentType: 'blog_post', title, markdown: text, status: 'published' }
    const { post } = (await send(sample, '/v1/posts', body)) as { post: { id: string } }
    await moveTo(ctx, ada, post.id, dateOf(sample.now, daysAgo))
  }
  const newest = history.findLast(({ tag }) => tag !== null)?.tag
  if (newest) {
    const { id } = await findDraft(ctx, ada, newest)
    await moveTo(ctx, ada, id, dateRelease(sample.now, newest), false)
  }
  await deleteOldDeliveries(ctx, ada.organization.id)
  await showPage(ctx, ada, logo ?? null)
}

async function showPage(ctx: Context, ada: Caller, logo: string | null) {
  await setSwitches(ctx, ada.organization.id, { publicPage: true })
  await updateAppearance(ctx, ada, {
    ...{ logo, icon: logo, accent, intro: 'Releases of Acme, and how we write about them.' },
    links: [{ label: 'Documentation', url: `https://${acme.domain}/docs/github` }],
  })
}

/** The changelog that the release of a tag started. */
async function findDraft(ctx: Context, ada: Caller, tag: string | null) {
  const [draft] = await ctx.db
    .select({ id: posts.id, title: posts.title, markdown: posts.markdown })
    .from(posts)
    .where(and(eq(posts.organizationId, ada.organization.id), eq(posts.title, titleOf(tag))))
  if (!draft) throw new Error(`The sample has no changelog of ${tag}.`)
  return draft
}

/** The title of the changelog of a tag. */
export const titleOf = (tag: string | null) => `${acme.name} ${tag?.slice(1)}`

/** Dates a run, its log and its post as if its schedule had started it then. */
export const dateRun = (ctx: Context, runId: string, at: Date) =>
  atomically(ctx.db, [
    ctx.db.run(sql`update generation_jobs
      set source = 'automation', created_at = ${at.getTime()}, updated_at = ${at.getTime()}, completed_at = ${at.getTime()}
      where id = ${runId}`),
    ctx.db.run(sql`update generation_events set created_at = ${at.getTime()} where job_id = ${runId}`),
    ctx.db.run(sql`update posts set created_at = ${at.getTime()}, updated_at = ${at.getTime()}
      where id = (select post_id from generation_jobs where id = ${runId})`),
  ])

/** Dates a post, its versions and the run that wrote it, as if Ada had published it then; or as a draft of then. */
async function moveTo(
  ctx: Context,
  ada: Caller,
  postId: string,
  at: Date,
  isPublished = true,
): Promise<void> {
  const times = { createdAt: at, updatedAt: at }
  const [post] = await ctx.db.select({ type: posts.contentType }).from(posts).where(eq(posts.id, postId))
  const collection = nameCollection(post ? [post.type] : [], at)
  const run = sql`(select id from generation_jobs where post_id = ${postId})`
  const time = at.getTime()
  await atomically(ctx.db, [
    ctx.db.run(sql`update collections set name = ${collection}, created_at = ${time}, updated_at = ${time}
      where id = (select collection_id from posts where id = ${postId})`),
    ctx.db.run(sql`update generation_events set created_at = ${time} where job_id = ${run}`),
    ctx.db.run(sql`update generation_jobs set created_at = ${time}, updated_at = ${time}, completed_at = ${time}
      where post_id = ${postId}`),
    ctx.db
      .update(posts)
      .set({ ...times, publishedAt: isPublished ? at : null })
      .where(eq(posts.id, postId)),
    ctx.db.update(postVersions).set({ startedAt: at, createdAt: at }).where(eq(postVersions.postId, postId)),
    ctx.db
      .update(postVersions)
      .set({ author: ada.id })
      .where(and(eq(postVersions.postId, postId), sql`author is not null`)),
  ])
}
