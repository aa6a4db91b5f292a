import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'
import { buckets } from '../../http/buckets.ts'
import { idParams } from '../../http/fields.ts'
import { internal, operation } from '../../http/operation.ts'
import { guarded } from '../keys/guard.ts'
import { drawPicture, getImage, getPicture } from './images.ts'
import { listPosts, listPostsInShort } from './list.ts'
import {
  DeletedPost,
  ListedPosts,
  OnePost,
  Original,
  PictureOfPost,
  PostPage,
  PostPatch,
  PostQuery,
} from './model.ts'
import { checkPost, deletePost, findPost, getOriginal, updatePost } from './service.ts'
import type { TextChecks } from './text-check.ts'

/** Routes for posts. The features that write texts check them again with `checks`. */
export function postRoutes(ctx: Context, checks: TextChecks) {
  const params = idParams('postId')
  return guarded(ctx, '/v1/posts', 'Content')
    .get('', ({ caller, query }) => listPosts(ctx, caller, query), {
      query: PostQuery,
      response: PostPage,
      detail: operation(
        'listPosts',
        'posts',
        'List posts. Returns only published posts unless a status is given. Separate several values of a filter with commas.',
        { tool: 'list_posts' },
      ),
    })
    .get('/:postId', ({ caller, params }) => findPost(ctx, caller, params.postId), {
      params,
      response: OnePost,
      detail: operation('getPost', 'posts', 'Get a post. Returns drafts and published posts.', {
        tool: 'get_post',
      }),
    })
    .patch('/:postId', ({ caller, params, body }) => updatePost(ctx, checks, caller, params.postId, body), {
      params,
      body: PostPatch,
      response: OnePost,
      detail: operation(
        'updatePost',
        'posts',
        'Update a post. Changes the title, slug, Markdown or status.',
        {
          tool: 'update_post',
          effect: 'change',
          limits: [buckets.updatePost],
          example: { title: 'Faster exports', status: 'published' },
          refusals: {
            404: 'Post not found',
            409: 'A post with this slug already exists; the post was changed after it was read; or it has faults that prevent publication',
          },
        },
      ),
    })
    .post('/:postId/check', ({ caller, params }) => checkPost(ctx, checks, caller, params.postId), {
      params,
      response: OnePost,
      detail: operation(
        'checkPost',
        'posts',
        'Check a post again. Lists the faults that remain. A post with blocking faults cannot be published.',
        {
          tool: 'check_post',
          effect: 'change',
          limits: [buckets.checkPost],
          refusals: {
            404: 'Post not found',
            409: 'Only posts that were written with faults can be checked again.',
          },
        },
      ),
    })
    .delete('/:postId', ({ caller, params }) => deletePost(ctx, caller, params.postId), {
      params,
      response: DeletedPost,
      detail: operation(
        'deletePost',
        'posts',
        'Delete a post. The image of an image post is deleted with it.',
        {
          tool: 'delete_post',
          effect: 'change',
          refusals: { 404: 'Post not found' },
        },
      ),
    })
}

/** Routes for the dashboard: lists without texts, and the original text for the editor. */
export function postAppRoutes(ctx: Context) {
  const params = idParams('postId')
  return guarded(ctx, '/api/app/posts', 'Content')
    .get('', ({ caller, query }) => listPostsInShort(ctx, caller, query), {
      query: PostQuery,
      response: ListedPosts,
      detail: internal(
        'listPostsInShort',
        'member',
        'List posts without their texts and with ledgers as counts.',
      ),
    })
    .get('/:postId/original', ({ caller, params }) => getOriginal(ctx, caller, params.postId), {
      params,
      response: Original,
      detail: internal('getOriginal', 'member', 'Get the original Markdown of a post.', {
        refusals: { 404: 'Post not found' },
      }),
    })
}

/** Routes for pictures of posts and their pages, for anyone who has the address. */
export function imageRoutes(ctx: Context) {
  return new Elysia({ prefix: '/images' }).get(
    '/:file',
    async ({ params, set }) => {
      const image = await getImage(ctx, params.file)
      // The file at an address never changes, so that caches may store it for a year.
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

/** Routes for the picture of a post in the editor. */
export function pictureAppRoutes(ctx: Context) {
  const params = idParams('postId')
  return guarded(ctx, '/api/app/posts', 'Content')
    .get('/:postId/picture', ({ caller, params }) => getPicture(ctx, caller, params.postId), {
      params,
      response: PictureOfPost,
      detail: internal('getPicture', 'member', 'Get the picture of a post.', {
        refusals: { 404: 'Post not found' },
      }),
    })
    .post('/:postId/picture', ({ caller, params }) => drawPicture(ctx, caller, params.postId), {
      params,
      response: PictureOfPost,
      detail: internal('drawPicture', 'member', 'Draw the picture of a post from its current text.', {
        limits: [buckets.drawPicture],
        refusals: { 404: 'Post not found' },
      }),
    })
}
