import type { Context } from '../../context.ts'
import { idParams } from '../../http/fields.ts'
import { internal, operation } from '../../http/operation.ts'
import { guarded } from '../keys/guard.ts'
import { listPosts, listPostsInShort } from './list.ts'
import { DeletedPost, ListedPosts, OnePost, Original, PostPage, PostPatch, PostQuery } from './model.ts'
import { checkPost, deletePost, findPost, getOriginal, updatePost } from './service.ts'
import type { TextChecks } from './text-check.ts'

/** Posts. The features that write texts check them again through `checks`. */
export function postRoutes(ctx: Context, checks: TextChecks) {
  const params = idParams('postId')
  return guarded(ctx, '/v1/posts', 'Content')
    .get('', ({ caller, query }) => listPosts(ctx, caller, query), {
      query: PostQuery,
      response: PostPage,
      detail: operation(
        'listPosts',
        'posts',
        'List posts. Without a status only published ones. Separate several values of a filter with commas.',
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
          limits: [{ name: 'posts.update', per: 'key', windows: [{ limit: 60, seconds: 60 }] }],
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
          limits: [{ name: 'posts.check', per: 'key', windows: [{ limit: 60, seconds: 60 }] }],
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

/** What the dashboard needs beside that: lists without texts, and what those compare with who edit a post. */
export function postAppRoutes(ctx: Context) {
  const params = idParams('postId')
  return guarded(ctx, '/api/app/posts', 'Content')
    .get('', ({ caller, query }) => listPostsInShort(ctx, caller, query), {
      query: PostQuery,
      response: ListedPosts,
      detail: internal('listPostsInShort', 'member', 'List posts without their texts, ledgers as counts.'),
    })
    .get('/:postId/original', ({ caller, params }) => getOriginal(ctx, caller, params.postId), {
      params,
      response: Original,
      detail: internal('getOriginal', 'member', 'Read the Markdown of a post as it was written.', {
        refusals: { 404: 'Post not found' },
      }),
    })
}
