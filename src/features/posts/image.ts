import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { postImages, posts } from './table.ts'

/** The addresses of a picture and of the page behind it. */
export function imageUrls(ctx: Context, token: string) {
  const address = `${ctx.config.baseUrl}/images/${token}`
  return { picture: `${address}.png`, page: `${address}.html` }
}

/** The picture or the page that a file's name stands for: `<token>.png` or `<token>.html`; 404 for all others. */
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

/** The statement that deletes the pictures of the posts that a condition names; it stands before the one that deletes them. */
export function deleteImages(ctx: Context, organizationId: string, itsPosts: SQL | undefined) {
  // An address ends with the 64 characters of the token and `.html`.
  const tokens = ctx.db
    .select({ token: sql`substr(${posts.htmlUrl}, -69, 64)` })
    .from(posts)
    .where(and(itsPosts, eq(posts.contentType, 'image')))
  return ctx.db
    .delete(postImages)
    .where(and(eq(postImages.organizationId, organizationId), inArray(postImages.token, tokens)))
}
