import { t } from 'elysia'
import type { Context } from '../../context.ts'
import { CommaList, idParams, oneOf, readChoices, readCommaList } from '../../http/fields.ts'
import { operation } from '../../http/operation.ts'
import { pageQuery } from '../../http/paging.ts'
import { guarded } from '../keys/guard.ts'
import { listPosts } from './list.ts'
import { DeletedPost, OnePost, PostPage, PostPatch } from './model.ts'
import { deletePost, findPost, updatePost } from './service.ts'
import { contentTypes, postStatuses } from './table.ts'

export function postRoutes(ctx: Context) {
  const params = idParams('postId')
  return guarded(ctx, '/v1/posts', 'Content')
    .get(
      '',
      ({ caller, query }) =>
        listPosts(ctx, caller, {
          page: query.page,
          limit: query.limit,
          sort: query.sort,
          statuses: readChoices('status', query.status, postStatuses),
          contentTypes: readChoices('contentType', query.contentType, contentTypes),
          brandIdentityIds: readCommaList(query.brandIdentityId, 100),
        }),
      {
        query: t.Object({
          ...pageQuery(10),
          sort: oneOf(['asc', 'desc'], { default: 'desc', error: 'sort must be asc or desc' }),
          status: CommaList,
          contentType: CommaList,
          brandIdentityId: CommaList,
        }),
        response: PostPage,
        detail: operation(
          'listPosts',
          'posts',
          'List posts; without a status only published ones. Several values of a filter are separated by commas.',
          { tool: 'list_posts' },
        ),
      },
    )
    .get('/:postId', ({ caller, params }) => findPost(ctx, caller, params.postId), {
      params,
      response: OnePost,
      detail: operation('getPost', 'posts', 'Read one post, draft or published.', { tool: 'get_post' }),
    })
    .patch('/:postId', ({ caller, params, body }) => updatePost(ctx, caller, params.postId, body), {
      params,
      body: PostPatch,
      response: OnePost,
      detail: operation('updatePost', 'posts', 'Change the title, slug, Markdown or status of a post.', {
        limits: [{ name: 'posts.update', per: 'key', windows: [{ limit: 60, seconds: 60 }] }],
      }),
    })
    .delete('/:postId', ({ caller, params }) => deletePost(ctx, caller, params.postId), {
      params,
      response: DeletedPost,
      detail: operation('deletePost', 'posts', 'Delete a post.'),
    })
}
