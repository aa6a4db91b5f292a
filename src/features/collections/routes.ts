import { t } from 'elysia'
import type { Context } from '../../context.ts'
import { idParams } from '../../http/fields.ts'
import { operation } from '../../http/operation.ts'
import { pageQuery, sortField } from '../../http/paging.ts'
import { guarded } from '../keys/guard.ts'
import {
  CollectionPage,
  CollectionPatch,
  CollectionWithPosts,
  DeletedCollection,
  OneCollection,
} from './model.ts'
import { deleteCollection, getCollection, listCollections, updateCollection } from './service.ts'

/** Collections: posts that were written from the same activity. */
export function collectionRoutes(ctx: Context) {
  const params = idParams('collectionId')
  return guarded(ctx, '/v1/collections', 'Content')
    .get('', ({ caller, query }) => listCollections(ctx, caller, query), {
      query: t.Object({ ...pageQuery(10), sort: sortField }),
      response: CollectionPage,
      detail: operation(
        'listCollections',
        'posts',
        'List collections. A collection contains the posts written from the same activity.',
        { tool: 'list_collections' },
      ),
    })
    .get('/:collectionId', ({ caller, params }) => getCollection(ctx, caller, params.collectionId), {
      params,
      response: CollectionWithPosts,
      detail: operation('getCollection', 'posts', 'Get a collection. Lists its posts.', {
        tool: 'get_collection',
        refusals: { 404: 'Collection not found' },
      }),
    })
    .patch(
      '/:collectionId',
      ({ caller, params, body }) => updateCollection(ctx, caller, params.collectionId, body),
      {
        params,
        body: CollectionPatch,
        response: OneCollection,
        detail: operation('updateCollection', 'posts', 'Rename a collection. Its posts are not changed.', {
          tool: 'rename_collection',
          effect: 'change',
          example: { name: 'The spring release' },
          refusals: { 404: 'Collection not found' },
        }),
      },
    )
    .delete('/:collectionId', ({ caller, params }) => deleteCollection(ctx, caller, params.collectionId), {
      params,
      response: DeletedCollection,
      detail: operation(
        'deleteCollection',
        'posts',
        'Delete a collection. Deletes its posts too. Refused while one of them is being written.',
        {
          tool: 'delete_collection',
          effect: 'change',
          refusals: { 404: 'Collection not found', 409: 'Posts of this collection are still being written' },
        },
      ),
    })
}
