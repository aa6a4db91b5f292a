import { eq, type SQL, sql } from 'drizzle-orm'
import type { CardText } from '../../card/layout.ts'
import { drawPostCard } from '../../card/post-card.ts'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { guard } from '../../db/table.ts'
import { nextUpdatedAt } from '../../http/reviewed.ts'
import { newToken } from '../../ids.ts'
import { postHtml } from '../../markdown/post-html.ts'
import type { OutputType } from '../../writer/content-types.ts'
import { slugLength } from './model.ts'
import { announcePublication } from './publication.ts'
import { clipTitle, imageUrls, publishableTypes, sluggedTypes, toSlug } from './rules.ts'
import { postChecks, postImages, posts } from './table.ts'
import { checkedNow } from './text-check.ts'
import type { TextBasis, TextFault } from './text-fault.ts'
import { orUnchecked } from './unchecked-text.ts'

const roomForNumber = 10

export type NewPost = {
  organizationId: string
  collectionId: string | null
  contentType: OutputType
  title: string
  /** Must be unique in the organization; made from the title if it is missing. */
  slug?: string | null
  markdown: string
  recommendations?: string | null
  autoPublish: boolean
  brandIdentityId?: string
  sourceMetadata: Record<string, unknown>
  /** The faults of the text, and what it is checked against again. */
  faulty?: TextBasis & { faults: TextFault[] }
}

/**
 * Returns the id of a new post and the statements that store it: as a draft, or published if its type allows
 * it and it has no faults. With a signal, as in a job, a long text waits for the text thread instead of
 * failing with 503.
 */
export async function createPost(
  ctx: Context,
  post: NewPost,
  signal?: AbortSignal,
): Promise<{ id: string; statements: Statement[] }> {
  const { organizationId, collectionId, contentType, markdown, brandIdentityId, sourceMetadata, faulty } =
    post
  const isPublished = post.autoPublish && publishableTypes.includes(contentType) && !faulty
  const id = newPostId()
  const now = ctx.now()
  const statement = ctx.db.insert(posts).values({
    id,
    organizationId,
    collectionId,
    contentType,
    status: isPublished ? 'published' : 'draft',
    brandIdentityId: brandIdentityId ?? '',
    title: clipTitle(post.title),
    slug: sluggedTypes.includes(contentType) ? (post.slug ?? freeSlug(organizationId, post.title)) : null,
    markdown,
    recommendations: post.recommendations,
    content: await renderHtml(organizationId, markdown, signal),
    sourceMetadata,
    createdAt: now,
    updatedAt: now,
    publishedAt: isPublished ? now : null,
  })
  const check =
    faulty && ctx.db.insert(postChecks).values({ postId: id, ...faulty, ...checkedNow(ctx, faulty.faults) })
  return {
    id,
    statements: [
      statement,
      ...(check ? [check] : []),
      ...(isPublished ? [announcePublication(ctx, id)] : []),
    ],
  }
}

/** Renders Markdown as HTML; empty for an empty text. Markdown that cannot be rendered becomes one escaped paragraph. */
async function renderHtml(owner: string, markdown: string, signal?: AbortSignal): Promise<string> {
  if (!markdown) return ''
  const rendering = postHtml.run(markdown, markdown.length, owner, signal)
  const rendered = await orUnchecked(rendering, () => ({ content: null, heading: null }))
  return rendered.content ?? `<p>${Bun.escapeHTML(markdown)}</p>`
}

export type NewImagePost = {
  organizationId: string
  collectionId: string | null
  title: string
  brand: string
  highlights: string[]
  footer?: string
  brandIdentityId?: string
  sourceMetadata: Record<string, unknown>
}

/**
 * Returns the id of a new image post and the statements that store it with its picture. It is always a draft
 * (spec: Post states).
 */
export async function createImagePost(
  ctx: Context,
  { title, brand, highlights, footer, ...post }: NewImagePost,
): Promise<{ id: string; statements: Statement[] }> {
  const { organizationId, collectionId, brandIdentityId, sourceMetadata } = post
  const id = newPostId()
  const now = ctx.now()
  const { addresses, statement } = await drawImage(
    ctx,
    { id, organizationId },
    { title, brand, highlights, footer },
  )
  const statements = [
    ctx.db.insert(posts).values({
      id,
      organizationId,
      collectionId,
      contentType: 'image',
      status: 'draft',
      brandIdentityId: brandIdentityId ?? '',
      title: clipTitle(title),
      slug: null,
      markdown: null,
      ...addresses,
      sourceMetadata: { ...sourceMetadata, type: 'generated_image' },
      createdAt: now,
      updatedAt: now,
    }),
    statement,
  ]
  return { id, statements }
}

/**
 * Returns the statements that replace the picture of an image post. The new one has a new address, and the
 * old address returns 404.
 */
export async function redrawImage(ctx: Context, post: DrawnPost, card: CardText): Promise<Statement[]> {
  const { id } = post
  const { addresses, statement } = await drawImage(ctx, post, card)
  return [
    ctx.db
      .update(posts)
      .set({ ...addresses, updatedAt: nextUpdatedAt(ctx, posts.updatedAt) })
      .where(eq(posts.id, id)),
    ctx.db.run(guard),
    ctx.db.delete(postImages).where(eq(postImages.postId, id)),
    statement,
  ]
}

type DrawnPost = { id: string; organizationId: string }

async function drawImage(ctx: Context, { id: postId, organizationId }: DrawnPost, card: CardText) {
  const { png: bytes, html } = await drawPostCard.run(card, 1, organizationId)
  const png = Buffer.from(bytes)
  // The address cannot be guessed.
  const token = newToken('', 32)
  const { picture, page } = imageUrls(ctx.config.baseUrl, token)
  return {
    addresses: { content: picture, htmlUrl: page },
    statement: ctx.db.insert(postImages).values({ token, postId, png, html, createdAt: ctx.now() }),
  }
}

/**
 * Returns SQL for a slug that is unique in the organization; a number resolves clashes (contract 5.1). The
 * insert statement computes it, so that concurrent inserts do not choose the same slug.
 */
function freeSlug(organizationId: string, title: string): SQL<string> | null {
  const base = toSlug(title).slice(0, slugLength - roomForNumber)
  if (!base) return null
  const own = sql`select 1 from posts where organization_id = ${organizationId}`
  // All slugs that begin with `base-`, as a range that the index serves.
  const highest = sql`
    select max(cast(substr(slug, ${base.length + 2}) as integer)) from posts
    where organization_id = ${organizationId} and slug >= ${`${base}-`} and slug < ${`${base}.`}`
  return sql<string>`
    case when exists (${own} and slug = ${base})
      then ${base} || '-' || (max(1, coalesce((${highest}), 1)) + 1)
      else ${base} end`
}

/** Returns a post id: 16 characters of a-z and 0-9. Bytes that would favor some letters are discarded. */
function newPostId(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
  let id = ''
  while (id.length < 16) {
    for (const byte of crypto.getRandomValues(new Uint8Array(24))) {
      if (byte < 252 && id.length < 16) id += letters[byte % 36]
    }
  }
  return id
}
