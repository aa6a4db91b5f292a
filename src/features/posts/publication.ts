import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { insertJob } from '../../jobs/queue.ts'

/** The name of the job that follows the publication of a post; its payload is `{ postId }`. */
export const afterPublication = 'posts.published'

/** A statement for the batch that publishes a post: what follows happens if and only if it was published. */
export const announcePublication = (ctx: Context, postId: string): Statement =>
  insertJob(ctx, afterPublication, { postId }, { key: `post-published:${postId}` })
