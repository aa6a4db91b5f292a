import { and, desc, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { atomically } from '../../db/client.ts'
import { badRequest, notFound } from '../../errors.ts'
import { brandIdentities } from '../brand-identities/table.ts'
import type { Caller } from '../keys/model.ts'
import type { Picture } from './model.ts'
import { postImages, posts } from './table.ts'

/** Returns the picture or page of a file name, `<token>.png` or `<token>.html`; 404 for all others. */
export async function getImage(ctx: Context, file: string): Promise<{ png: Buffer } | { html: string }> {
  const [, token, kind] = /^([0-9a-f]{64})\.(png|html)$/.exec(file) ?? []
  if (!token) throw notFound('Not found')
  const itsRow = eq(postImages.token, token)
  const [image] =
    kind === 'png'
      ? await ctx.db.select({ png: postImages.png }).from(postImages).where(itsRow)
      : await ctx.db.select({ html: postImages.html }).from(postImages).where(itsRow)
  if (!image) throw notFound('Not found')
  return image
}

/** Returns the picture of a post: the newest image post of its collection, or null. */
export async function getPicture(ctx: Context, caller: Caller, postId: string) {
  return { picture: await findPicture(ctx, await getRow(ctx, caller, postId)) }
}

/**
 * Draws the picture of a post from its current text. Replaces an existing picture, else adds an image post to
 * the collection as a draft.
 */
export async function drawPicture(ctx: Context, caller: Caller, postId: string) {
  const [{ createImagePost, redrawImage }, { highlightsOf }] = await Promise.all([
    import('./create-post.ts'),
    import('./picture-highlights.ts'),
  ])
  const post = await getRow(ctx, caller, postId)
  if (!post.collectionId) throw badRequest('A post without a collection cannot have an image')
  await caller.spend()
  const { organizationId, collectionId, brandIdentityId, title } = post
  const [brand, source] = await Promise.all([
    nameBrand(ctx, caller, brandIdentityId),
    findSource(ctx, caller, post),
  ])
  const card = { title, brand, highlights: highlightsOf(source ?? post) }
  const known = await findPicture(ctx, post)
  if (known) await atomically(ctx.db, await redrawImage(ctx, { id: known.id, organizationId }, card))
  else {
    const sourceMetadata = { sourcePostId: postId }
    const made = { ...card, organizationId, collectionId, brandIdentityId, sourceMetadata }
    await atomically(ctx.db, (await createImagePost(ctx, made)).statements)
  }
  return { picture: await findPicture(ctx, post) }
}

type Row = typeof posts.$inferSelect

async function getRow(ctx: Context, caller: Caller, id: string): Promise<Row> {
  const row = await findRow(ctx, caller, id)
  if (!row) throw notFound('Post not found')
  return row
}

async function findRow(ctx: Context, { organization }: Caller, id: string): Promise<Row | undefined> {
  const [row] = await ctx.db
    .select()
    .from(posts)
    .where(and(eq(posts.organizationId, organization.id), eq(posts.id, id)))
  return row
}

/** Returns the post for which a picture was drawn, or null. */
async function findSource(ctx: Context, caller: Caller, { sourceMetadata }: Row) {
  const id = sourceMetadata?.sourcePostId
  return typeof id === 'string' ? findRow(ctx, caller, id) : undefined
}

async function findPicture(ctx: Context, { id, contentType, collectionId }: Row): Promise<Picture | null> {
  const columns = { id: posts.id, url: posts.content, status: posts.status }
  const isOfPost =
    contentType === 'image'
      ? eq(posts.id, id)
      : and(eq(posts.collectionId, collectionId ?? ''), eq(posts.contentType, 'image'))
  const [row] = await ctx.db
    .select(columns)
    .from(posts)
    .where(isOfPost)
    .orderBy(desc(posts.createdAt))
    .limit(1)
  return row ?? null
}

/** Returns the publisher's name: the company of the post's identity, else the organization. */
async function nameBrand(ctx: Context, { organization }: Caller, id: string): Promise<string> {
  const [identity] = await ctx.db
    .select({ name: brandIdentities.companyName })
    .from(brandIdentities)
    .where(and(eq(brandIdentities.organizationId, organization.id), eq(brandIdentities.id, id)))
  return identity?.name ?? organization.name
}
