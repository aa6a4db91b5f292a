import { eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { postImages } from '../table.ts'

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
