import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { hashesIn } from '../../image/address.ts'
import { deleteInSlices } from '../../jobs/retention.ts'
import { images } from '../images/table.ts'
import { postRevisions, posts, postVersions } from '../posts/table.ts'
import { publicPages } from './table.ts'

const day = 24 * 60 * 60 * 1000
/** How long an image stays that no text shows. */
const retentionMs = 30 * day
/** How long an upload may take. */
const uploadMs = day
const postsPerSlice = 50
const hashesPerUpdate = 500

/**
 * Deletes the images that nothing has shown for 30 days, and uploads that did not end. Only the texts of
 * organizations with such images are read.
 */
export async function removeUnusedImages(ctx: Context, signal: AbortSignal) {
  const now = ctx.now().getTime()
  const unused = lt(images.usedAt, new Date(now - retentionMs))
  const owners = await ctx.db.selectDistinct({ id: images.organizationId }).from(images).where(unused)
  for (const { id } of owners) await markUsed(ctx, id, signal)
  // A deleted image takes its chunks with it.
  await deleteInSlices(
    ctx,
    images,
    or(unused, and(isNull(images.storedAt), lt(images.usedAt, new Date(now - uploadMs)))),
    { signal, rows: 5 },
  )
}

/** Notes the images that the texts and the public page of an organization show. */
async function markUsed(ctx: Context, organizationId: string, signal: AbortSignal) {
  const [page] = await ctx.db
    .select({ logo: publicPages.logo, icon: publicPages.icon })
    .from(publicPages)
    .where(eq(publicPages.organizationId, organizationId))
  await touch(ctx, organizationId, hashesIn(`${page?.logo} ${page?.icon}`))
  let last = { createdAt: new Date(0), id: '' }
  for (;;) {
    signal.throwIfAborted()
    const slice = await ctx.db
      .select({ createdAt: posts.createdAt, id: posts.id })
      .from(posts)
      .where(
        and(
          eq(posts.organizationId, organizationId),
          sql`(${posts.createdAt}, ${posts.id}) > (${last.createdAt.getTime()}, ${last.id})`,
        ),
      )
      .orderBy(asc(posts.createdAt), asc(posts.id))
      .limit(postsPerSlice)
    const end = slice.at(-1)
    if (!end) return
    last = end
    const ids = slice.map(({ id }) => id)
    for (const text of await readTexts(ctx, ids)) await touch(ctx, organizationId, hashesIn(text))
  }
}

/** The texts of posts that show an image, also those of earlier versions, which can be restored. */
async function readTexts(ctx: Context, ids: string[]): Promise<string[]> {
  const shows = (
    text: typeof posts.markdown | typeof postRevisions.markdown | typeof postVersions.markdown,
  ) => sql`instr(${text}, '/i/') > 0`
  const [published, revised, earlier] = await Promise.all([
    ctx.db
      .select({ text: posts.markdown })
      .from(posts)
      .where(and(inArray(posts.id, ids), shows(posts.markdown))),
    ctx.db
      .select({ text: postRevisions.markdown })
      .from(postRevisions)
      .where(and(inArray(postRevisions.postId, ids), shows(postRevisions.markdown))),
    ctx.db
      .select({ text: postVersions.markdown })
      .from(postVersions)
      .where(and(inArray(postVersions.postId, ids), shows(postVersions.markdown))),
  ])
  return [...published, ...revised, ...earlier].map(({ text }) => text ?? '')
}

async function touch(ctx: Context, organizationId: string, hashes: string[]) {
  const shown = [...new Set(hashes)]
  for (let from = 0; from < shown.length; from += hashesPerUpdate)
    await ctx.db
      .update(images)
      .set({ usedAt: ctx.now() })
      .where(
        and(
          eq(images.organizationId, organizationId),
          inArray(images.hash, shown.slice(from, from + hashesPerUpdate)),
        ),
      )
}
