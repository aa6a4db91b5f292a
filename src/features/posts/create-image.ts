import { renderCard } from '../../card/card.ts'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { newToken } from '../../ids.ts'
import { newPostId } from './create.ts'
import { imageUrls } from './image.ts'
import { clipTitle } from './rules.ts'
import { postImages, posts } from './table.ts'

export type NewImagePost = {
  organizationId: string
  title: string
  brand: string
  highlights: string[]
  footer?: string
  brandIdentityId?: string
  sourceMetadata: Record<string, unknown>
}

/** A new image post's id and the statements that store it with its picture; it is always a draft (spec: Post states). */
export async function createImagePost(
  ctx: Context,
  { title, brand, highlights, footer, ...post }: NewImagePost,
): Promise<{ id: string; statements: Statement[] }> {
  const { organizationId, brandIdentityId, sourceMetadata } = post
  const { png, html } = await renderCard({ title, brand, highlights, footer })
  const id = newPostId()
  // Who has not been told the address cannot guess it.
  const token = newToken('', 32)
  const { picture, page } = imageUrls(ctx, token)
  const now = ctx.now()
  const statements = [
    ctx.db.insert(postImages).values({ token, organizationId, png, html, createdAt: now }),
    ctx.db.insert(posts).values({
      id,
      organizationId,
      contentType: 'image',
      status: 'draft',
      brandIdentityId: brandIdentityId ?? '',
      title: clipTitle(title),
      slug: null,
      markdown: null,
      content: picture,
      htmlUrl: page,
      sourceMetadata: { ...sourceMetadata, type: 'generated_image' },
      createdAt: now,
      updatedAt: now,
    }),
  ]
  return { id, statements }
}
