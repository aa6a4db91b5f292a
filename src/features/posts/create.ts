import { and, eq, gte, lt, or } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { renderMarkdown } from './render.ts'
import { publishableTypes, sluggedTypes, slugLength, titleLength, toSlug } from './rules.ts'
import { type OutputType, posts } from './table.ts'

const roomForNumber = 10

export type NewPost = {
  organizationId: string
  contentType: OutputType
  title: string
  markdown: string
  autoPublish: boolean
  brandIdentityId?: string
  sourceMetadata: Record<string, unknown>
}

/** A new post's id and the statement that stores it: a draft, or published where its type may be at once. */
export async function createPost(ctx: Context, post: NewPost): Promise<{ id: string; statement: Statement }> {
  const { organizationId, contentType, markdown, brandIdentityId, sourceMetadata } = post
  const id = newPostId()
  const now = ctx.now()
  const statement = ctx.db.insert(posts).values({
    id,
    organizationId,
    contentType,
    status: post.autoPublish && publishableTypes.includes(contentType) ? 'published' : 'draft',
    brandIdentityId: brandIdentityId ?? '',
    title: [...post.title].slice(0, titleLength).join(''),
    slug: sluggedTypes.includes(contentType) ? await freeSlug(ctx, organizationId, post.title) : null,
    markdown,
    content: renderMarkdown(markdown),
    sourceMetadata,
    createdAt: now,
    updatedAt: now,
  })
  return { id, statement }
}

/** A slug that no other post of the organization has: a clash is resolved by a number (contract 5.1). */
async function freeSlug(ctx: Context, organizationId: string, title: string): Promise<string | null> {
  const base = toSlug(title).slice(0, slugLength - roomForNumber)
  if (!base) return null
  // `base` itself and everything that begins with `base-`: as a range, so that the index serves it.
  const clashes = or(eq(posts.slug, base), and(gte(posts.slug, `${base}-`), lt(posts.slug, `${base}.`)))
  const rows = await ctx.db
    .select({ slug: posts.slug })
    .from(posts)
    .where(and(eq(posts.organizationId, organizationId), clashes))
  const taken = new Set(rows.map((row) => row.slug))
  let slug = base
  for (let number = 2; taken.has(slug); number++) slug = `${base}-${number}`
  return slug
}

/** 16 characters of a-z and 0-9; bytes that would favour some letters are drawn again. */
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
