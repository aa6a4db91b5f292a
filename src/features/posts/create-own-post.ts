import type { Context } from '../../context.ts'
import { ceilingGuard } from '../../db/ceilings.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import { badRequest } from '../../errors.ts'
import { findEarlierResult, recordResult } from '../../http/idempotency.ts'
import { updateIfUnchanged } from '../../http/reviewed.ts'
import { postHtml } from '../../markdown/post-html.ts'
import type { Caller } from '../keys/model.ts'
import { renderPost } from './change-post.ts'
import type { PostBody } from './model.ts'
import { publishableTypes, sluggedTypes } from './rules.ts'
import { findPost, slugNotAllowed, slugTaken } from './service.ts'
import { recordVersion } from './versions.ts'

/** Who writes the post; without a call id, repeating the call creates another post. */
type Writer = Pick<Caller, 'id' | 'organization' | 'spend' | 'callId' | 'reviewed'>

/** Creates a post from a text that the caller wrote, and returns it. */
export async function createOwnPost(ctx: Context, caller: Writer, body: PostBody) {
  const earlier = await findEarlierResult(ctx, caller)
  if (earlier) return findPost(ctx, caller, earlier)
  // Loads what draws pictures.
  const { createPost } = await import('./create-post.ts')
  const { contentType, markdown = '', status = 'draft' } = body
  if (status === 'published' && !publishableTypes.includes(contentType))
    throw badRequest('Only changelogs and blog posts can be published when they are created')
  if (status === 'published' && !markdown) throw badRequest('markdown is required to publish a post')
  if (body.slug != null && !sluggedTypes.includes(contentType)) throw slugNotAllowed()
  if (postHtml.isLong(markdown.length)) await caller.spend()
  const heading = markdown ? (await renderPost(caller, markdown)).title : undefined
  const title = body.title ?? heading
  if (!title) throw badRequest('title is required if the text has no heading')
  await caller.spend()
  const { id, statements } = await createPost(ctx, {
    organizationId: caller.organization.id,
    collectionId: null,
    contentType,
    title,
    slug: body.slug,
    markdown,
    autoPublish: status === 'published',
    sourceMetadata: {},
  })
  const [first, ...others] = statements
  if (!first) throw new Error('A post needs a statement that inserts it.')
  try {
    await updateIfUnchanged(ctx, caller, [
      first,
      ceiling(ctx, caller),
      ...others,
      ...recordVersion(ctx, id, status === 'published' ? 'published' : 'edited', caller.id),
      ...recordResult(ctx, caller, id),
    ])
  } catch (error) {
    throw isUniqueViolation(error, 'posts.slug') ? slugTaken() : error
  }
  return findPost(ctx, caller, id)
}

const ceiling = (ctx: Context, { organization }: Writer) => ctx.db.run(ceilingGuard('posts', organization.id))
