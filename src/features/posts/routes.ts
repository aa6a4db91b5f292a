import { Elysia, t } from 'elysia'
import type { Context } from '../../context.ts'
import { CommaList, idParams, oneOf, readChoices, readCommaList } from '../../http/fields.ts'
import { pageQuery } from '../../http/paging.ts'
import { requireKey } from '../keys/require-key.ts'
import { listPosts } from './list.ts'
import { DeletedPost, OnePost, PostPage, PostPatch } from './model.ts'
import { deletePost, findPost, updatePost } from './service.ts'
import { contentTypes, postStatuses } from './table.ts'

export function postRoutes(ctx: Context) {
  const params = idParams('postId')
  const detail = { tags: ['Content'] }
  return new Elysia({ prefix: '/v1/posts' })
    .use(requireKey(ctx, 'posts'))
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
        detail,
      },
    )
    .get('/:postId', ({ caller, params }) => findPost(ctx, caller, params.postId), {
      params,
      response: OnePost,
      detail,
    })
    .patch(
      '/:postId',
      ({ caller, params, body, spend }) => updatePost(ctx, caller, params.postId, body, spend),
      { params, body: PostPatch, response: OnePost, detail },
    )
    .delete('/:postId', ({ caller, params }) => deletePost(ctx, caller, params.postId), {
      params,
      response: DeletedPost,
      detail,
    })
}
