import { Elysia } from 'elysia'
import type { Context } from '../../../context.ts'
import { idParams } from '../../../http/fields.ts'
import { internal } from '../../../http/operation.ts'
import { guarded } from '../../keys/guard.ts'
import { PictureOfPost } from '../model.ts'
import { drawPicture, getImage, getPicture } from './service.ts'

/** Pictures of posts and the pages behind them, for anyone who knows their address. */
export function imageRoutes(ctx: Context) {
  return new Elysia({ prefix: '/images' }).get(
    '/:file',
    async ({ params, set }) => {
      const image = await getImage(ctx, params.file)
      // What an address stands for never changes, so that it may be kept by everyone for a year.
      set.headers['Cache-Control'] = 'public, max-age=31536000, immutable'
      if ('png' in image) {
        set.headers['Content-Type'] = 'image/png'
        return new Uint8Array(image.png)
      }
      set.headers['Content-Type'] = 'text/html; charset=utf-8'
      set.headers['Content-Security-Policy'] =
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'"
      return image.html
    },
    { detail: { hide: true } },
  )
}

/** The picture that belongs to a post, for those who edit it. */
export function pictureAppRoutes(ctx: Context) {
  const params = idParams('postId')
  return guarded(ctx, '/api/app/posts', 'Content')
    .get('/:postId/picture', ({ caller, params }) => getPicture(ctx, caller, params.postId), {
      params,
      response: PictureOfPost,
      detail: internal('getPicture', 'member', 'Find the picture that belongs to a post.', {
        refusals: { 404: 'Post not found' },
      }),
    })
    .post('/:postId/picture', ({ caller, params }) => drawPicture(ctx, caller, params.postId), {
      params,
      response: PictureOfPost,
      detail: internal('drawPicture', 'member', 'Draw the picture of a post from what the post says now.', {
        limits: [{ name: 'posts.picture', per: 'key', windows: [{ limit: 10, seconds: 60 }] }],
        refusals: { 404: 'Post not found' },
      }),
    })
}
